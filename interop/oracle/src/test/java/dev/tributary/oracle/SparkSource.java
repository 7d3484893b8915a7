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
package dev.tributary.oracle;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.Locale;

/**
 * A source table that Spark writes. All kinds get the same statements, so that a difference is the
 * format's.
 */
final class SparkSource {
  private static final String COLUMNS =
      "id BIGINT, region STRING, amount DECIMAL(12,2), score DOUBLE, paid BOOLEAN, day DATE,"
          + " at TIMESTAMP, tags ARRAY<STRING>, address STRUCT<city: STRING, zip: INT>, raw BINARY";

  private final Kind kind;
  private final String table;
  private final String yaml;

  private SparkSource(Kind kind, String table, String yaml) {
    this.kind = kind;
    this.table = table;
    this.yaml = yaml;
  }

  /** Kinds of source tables. */
  enum Kind {
    ICEBERG_V2_MERGE_ON_READ("2", "merge-on-read", ""),
    ICEBERG_V2_MERGE_ON_READ_PARTITIONED("2", "merge-on-read", "PARTITIONED BY (region)"),
    ICEBERG_V2_COPY_ON_WRITE("2", "copy-on-write", "PARTITIONED BY (bucket(3, id))"),
    ICEBERG_V3_MERGE_ON_READ("3", "merge-on-read", ""),
    ICEBERG_V3_MERGE_ON_READ_PARTITIONED("3", "merge-on-read", "PARTITIONED BY (months(at))"),
    ICEBERG_V3_COPY_ON_WRITE("3", "copy-on-write", ""),
    DELTA_FEED("'delta.enableChangeDataFeed' = 'true'", ""),
    DELTA_FEED_PARTITIONED("'delta.enableChangeDataFeed' = 'true'", "PARTITIONED BY (region)"),
    DELTA_FEED_DELETION_VECTORS(
        "'delta.enableChangeDataFeed' = 'true', 'delta.enableDeletionVectors' = 'true'", ""),
    DELTA_FEED_COLUMN_MAPPING(
        "'delta.enableChangeDataFeed' = 'true', 'delta.columnMapping.mode' = 'name',"
            + " 'delta.enableDeletionVectors' = 'true'",
        "PARTITIONED BY (region)");

    private final String properties;
    private final String partitioning;

    Kind(String formatVersion, String mode, String partitioning) {
      this(
          String.format(
              "'format-version' = '%s', 'write.delete.mode' = '%s', 'write.update.mode' = '%s',"
                  + " 'write.merge.mode' = '%s'",
              formatVersion, mode, mode, mode),
          partitioning);
    }

    Kind(String properties, String partitioning) {
      this.properties = properties;
      this.partitioning = partitioning;
    }

    boolean delta() {
      return name().startsWith("DELTA");
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  /** Creates the table, without rows. */
  static SparkSource create(Kind kind, Path folder) {
    SparkSource source;
    if (kind.delta()) {
      Path table = folder.resolve("delta-source");
      source =
          new SparkSource(
              kind, "delta.`" + table + "`", "  format: delta\n  table: \"" + table + "\"\n");
    } else {
      Lakehouse catalog = Lakehouse.createSource(folder);
      source =
          new SparkSource(
              kind,
              catalog.name() + ".shop.orders",
              "  format: iceberg\n  table: shop.orders\n" + catalog.yaml());
    }
    source.sql(
        "CREATE TABLE %s (%s) USING %s %s TBLPROPERTIES (%s)",
        source.table,
        COLUMNS,
        kind.delta() ? "delta" : "iceberg",
        kind.partitioning,
        kind.properties);
    return source;
  }

  /** One commit that takes a moment to migrate. */
  void writeManyRows() {
    insert(100_000, 120_000);
  }

  /** The commits that the first run finds. */
  void writeFirstCommits() {
    insert(0, 120);
    sql("UPDATE %s SET amount = amount + 1, score = 0.5 WHERE id %% 7 = 0", table);
    sql("DELETE FROM %s WHERE id %% 11 = 0", table);
    insert(120, 180);
    // Moves rows into other partitions too.
    sql("UPDATE %s SET region = 'moved' WHERE id BETWEEN 20 AND 29", table);
    compact();
    merge(170, 200);
    sql("DELETE FROM %s WHERE id BETWEEN 60 AND 69", table);
  }

  /** The commits that come after the first run: 10 rows inserted, 7 updated, 3 deleted. */
  void writeLaterCommits() {
    insert(1_000, 1_010);
    sql("UPDATE %s SET paid = NOT paid WHERE id IN (1, 2, 3, 4, 5, 6, 8)", table);
    sql("DELETE FROM %s WHERE id IN (9, 10, 12)", table);
    compact();
  }

  /** One more commit each time: 5 rows updated that every earlier commit left alone. */
  void updateSomeRows() {
    sql("UPDATE %s SET paid = NOT paid WHERE id BETWEEN 40 AND 43 OR id = 1005", table);
  }

  /** The rows that the source holds now, without some ids. */
  TableRows rowsWithout(String condition) {
    return Spark.shared().query("SELECT * FROM %s WHERE NOT (%s)", table, condition);
  }

  /** The rows that the source holds now, as Spark reads them. */
  TableRows rows() {
    return Spark.shared().table(table);
  }

  /** The table's name in Spark's SQL. */
  String table() {
    return table;
  }

  /** The source's part of a spec, without a range. */
  String yaml() {
    return yaml;
  }

  /**
   * A spec line that starts the range at a commit.
   *
   * @param commit counted from the oldest, which is 0
   * @param spec a spec with this source
   */
  String startAt(int commit, Path spec) {
    if (kind.delta()) {
      return "  start_version: " + commit + "\n";
    }
    JsonNode history = Cli.run("history", spec).success();
    return "  from_snapshot: "
        + history.get(history.size() - 1 - commit).path("id").asText()
        + "\n";
  }

  private void insert(long from, long to) {
    sql("INSERT INTO %s %s", table, generated(from, to));
  }

  private void merge(long from, long to) {
    sql(
        "MERGE INTO %s t USING (%s) s ON t.id = s.id"
            + " WHEN MATCHED AND s.id %% 5 = 0 THEN DELETE"
            + " WHEN MATCHED THEN UPDATE SET amount = s.amount * 2, tags = array('merged')"
            + " WHEN NOT MATCHED THEN INSERT *",
        table, generated(from, to));
  }

  private void compact() {
    if (kind.delta()) {
      sql("OPTIMIZE %s", table);
    } else {
      sql(
          "CALL %s.system.rewrite_data_files(table => '%s', options => map('rewrite-all', 'true'))",
          // With its catalog, since another one of the session may be named as the namespace is.
          table.substring(0, table.indexOf('.')), table);
    }
  }

  /** A query of rows that depend on their id alone; some values are null. */
  private static String generated(long from, long to) {
    return String.format(
        Locale.ROOT,
        "SELECT id, element_at(array('north', 'south', 'east west'), CAST(id %% 3 + 1 AS INT))"
            + " AS region, CAST(id * 1.25 AS DECIMAL(12,2)) AS amount,"
            + " IF(id %% 4 = 0, NULL, id / 3.0D) AS score, id %% 2 = 0 AS paid,"
            + " DATE'2026-01-01' + CAST(id AS INT) AS day,"
            + " TIMESTAMP'2026-01-01 00:00:00.000123' + make_interval(0, 0, 0, CAST(id AS INT))"
            + " AS at, IF(id %% 5 = 0, NULL, array('a', string(id))) AS tags,"
            + " IF(id %% 6 = 0, NULL, named_struct('city', 'C' || id, 'zip', CAST(id AS INT)))"
            + " AS address, CAST(string(id) AS BINARY) AS raw FROM range(%d, %d)",
        from,
        to);
  }

  private static void sql(String statement, Object... values) {
    Spark.shared().sql(statement, values);
  }
}
