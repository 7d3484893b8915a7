/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License
 * is distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express
 * or implied. See the License for the specific language governing permissions and limitations under
 * the License.
 */
package dev.tributary.interop.spark;

import java.nio.file.Path;
import org.apache.spark.sql.SparkSession;

/** Spark in this JVM, with both table formats, no UI, and no open port. */
final class LocalSession {
  private LocalSession() {}

  /** What the session is tuned for. */
  enum Tuning {
    /** Tables of some rows, on two threads: each statement takes a part of a second. */
    SMALL_TABLES,
    /** Spark's own settings, on all processors: what its speed is measured with. */
    DEFAULTS
  }

  /**
   * Starts the session; takes some seconds.
   *
   * @param work folder for Spark's own files
   */
  static SparkSession start(Path work, Tuning tuning) {
    SparkSession.Builder session =
        switch (tuning) {
          case SMALL_TABLES -> smallTables(formats(work));
          case DEFAULTS -> formats(work).master("local[*]");
        };
    return session.getOrCreate();
  }

  private static SparkSession.Builder formats(Path work) {
    return SparkSession.builder()
        .appName("tributary-interop")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.local.dir", work.resolve("local").toString())
        .config("spark.sql.warehouse.dir", work.resolve("warehouse").toUri().toString())
        .config("spark.sql.session.timeZone", "UTC")
        .config("spark.sql.datetime.java8API.enabled", "true")
        .config("spark.sql.sources.default", "parquet")
        // Delta first: Iceberg's rules for UPDATE and DELETE fail on tables that are not Iceberg's.
        .config(
            "spark.sql.extensions",
            "io.delta.sql.DeltaSparkSessionExtension,"
                + "org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions")
        .config(
            "spark.sql.catalog.spark_catalog", "org.apache.spark.sql.delta.catalog.DeltaCatalog")
        // The catalog that Iceberg looks for when a table is read by its path alone.
        .config("spark.sql.catalog.default_iceberg", "org.apache.iceberg.spark.SparkCatalog")
        .config("spark.sql.catalog.default_iceberg.type", "hadoop")
        .config("spark.sql.catalog.default_iceberg.cache-enabled", "false")
        .config(
            "spark.sql.catalog.default_iceberg.warehouse",
            work.resolve("default_iceberg").toUri().toString())
        .config("spark.hadoop.fs.file.impl", UncheckedLocalFileSystem.class.getName())
        .config(
            "spark.hadoop.fs.AbstractFileSystem.file.impl",
            "org.apache.hadoop.fs.local.RawLocalFs");
  }

  private static SparkSession.Builder smallTables(SparkSession.Builder session) {
    return session
        .master("local[2]")
        // Compiling a plan would cost more than it saves.
        .config("spark.sql.codegen.wholeStage", "false")
        .config("spark.sql.codegen.factoryMode", "NO_CODEGEN")
        .config("spark.sql.adaptive.enabled", "false")
        .config("spark.sql.shuffle.partitions", "1")
        .config("spark.databricks.delta.snapshotPartitions", "1")
        // VACUUM would list each folder in ten thousand tasks.
        .config("spark.sql.sources.parallelPartitionDiscovery.parallelism", "1")
        .config("spark.default.parallelism", "1")
        .config("spark.databricks.delta.history.metricsEnabled", "false");
  }
}
