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
package dev.tributary.benchmark.workload;

import dev.tributary.benchmark.data.Folders;
import dev.tributary.benchmark.engine.IcebergCatalog;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The source of a workload, and the target that each engine writes anew.
 *
 * @param folder of the workload's data
 */
record Lake(Path folder) {
  /** The source in Spark's words, where it is an Iceberg table. */
  static final String SOURCE = "src.shop.orders";

  /** The target in Spark's words. */
  static final String TARGET = "lake.shop.orders";

  /** Both within their catalogs. */
  static final String TABLE = "shop.orders";

  IcebergCatalog source() {
    return new IcebergCatalog("src", folder.resolve("source"));
  }

  IcebergCatalog target() {
    return new IcebergCatalog("lake", folder.resolve("target"));
  }

  /** The folder of the source, where it is a Delta table. */
  Path delta() {
    return folder.resolve("delta");
  }

  /** The folder of the source, where it is an Iceberg table. */
  Path sourceTable() {
    return source().folder(TABLE);
  }

  /** The folder of the target. */
  Path targetTable() {
    return target().folder(TABLE);
  }

  /** The folder of the net changes, where there are some. */
  Path netChanges() {
    return source().folder("shop.net_changes");
  }

  /** Whether the target has been created. */
  boolean hasTarget() {
    return Files.exists(targetTable().resolve("metadata/version-hint.text"));
  }

  /** Takes the target away. */
  void clear() {
    Folders.delete(target().warehouse());
  }

  /** Keeps a catalog as it is now, for {@link #restore}. */
  void keep(IcebergCatalog catalog) {
    Folders.delete(kept(catalog));
    Folders.link(catalog.warehouse(), kept(catalog));
  }

  /** Puts a catalog back to what was kept. */
  void restore(IcebergCatalog catalog) {
    Folders.delete(catalog.warehouse());
    Folders.link(kept(catalog), catalog.warehouse());
  }

  /** Whether a catalog was kept, by this run of the benchmark or an earlier one. */
  boolean isKept(IcebergCatalog catalog) {
    return Files.exists(kept(catalog));
  }

  /** A statement that makes an empty table as Tributary makes the target. */
  static String create(String table, String columns, String partitioning) {
    return String.format(
        "CREATE TABLE %s (%s) USING iceberg %s TBLPROPERTIES ('format-version' = '3',"
            + " 'write.delete.mode' = 'merge-on-read', 'write.update.mode' = 'merge-on-read',"
            + " 'write.merge.mode' = 'merge-on-read')",
        table, columns, partitioning);
  }

  /** A spec from the Iceberg source to the target, to be built on. */
  Spec spec() {
    return new Spec(
        "  format: iceberg\n  table: " + TABLE + "\n" + source().yaml(), target(), "", "", "");
  }

  /** A spec from the Delta source to the target, to be built on. */
  Spec deltaSpec() {
    return new Spec("  format: delta\n  table: \"" + delta() + "\"\n", target(), "", "", "");
  }

  private Path kept(IcebergCatalog catalog) {
    return folder.resolve("kept-" + catalog.name());
  }

  /**
   * The text of a spec.
   *
   * @param source its keys, without a range
   * @param range more keys of the source
   * @param partitioning more keys of the target
   * @param more keys of the top level
   */
  record Spec(
      String source, IcebergCatalog target, String range, String partitioning, String more) {

    /** With more keys of the source, as lines of two spaces. */
    Spec range(String keys) {
      return new Spec(source, target, keys, partitioning, more);
    }

    /** With partitions of the target, as a list. */
    Spec partitioned(String fields) {
      return new Spec(source, target, range, "  partition_fields: " + fields + "\n", more);
    }

    /** With more keys of the top level, as lines. */
    Spec more(String keys) {
      return new Spec(source, target, range, partitioning, keys);
    }

    /** The whole text. */
    String text() {
      return "tributary: 1\nname: orders\nsource:\n"
          + source
          + range
          + "target:\n  table: "
          + TABLE
          + "\n"
          + target.yaml()
          + partitioning
          + "  equality_columns: [id]\n  table_properties: {format-version: \"3\","
          + " write.delete.mode: merge-on-read, write.update.mode: merge-on-read,"
          + " write.merge.mode: merge-on-read}\n"
          + more;
    }
  }
}
