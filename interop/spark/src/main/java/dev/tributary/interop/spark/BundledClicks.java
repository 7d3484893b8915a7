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

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Writes the Delta table that the product brings along as a sample: clicks on a web shop, with a
 * change data feed. Run once, when the sample is to change; its rows are the same at every call,
 * only file names and commit times differ. {@code files.txt} beside the table lists its files,
 * because a folder on the class path can't be listed.
 *
 * <p>Takes the folder {@code resources/src/main/resources/dev/tributary/sample} as its argument.
 */
public final class BundledClicks {
  private static final long SEED = 20260303;
  private static final Instant OPENING = Instant.parse("2026-03-01T08:00:00Z");
  private static final int CUSTOMERS = 400;
  private static final String[] PAGES = {
    "/", "/search", "/cart", "/checkout", "/bikes", "/bikes/city", "/bikes/gravel", "/helmets"
  };
  private static final StructType COLUMNS =
      new StructType()
          .add("click_id", DataTypes.LongType)
          .add("session", DataTypes.StringType)
          .add("customer_id", DataTypes.IntegerType)
          .add("url", DataTypes.StringType)
          .add("clicked_at", DataTypes.TimestampType)
          .add("bot", DataTypes.BooleanType);

  private final SparkSession spark;
  private final String table;
  private final Random random = new Random(SEED);
  private Instant clock = OPENING;
  private long lastId;

  private BundledClicks(SparkSession spark, Path folder) {
    this.spark = spark;
    this.table = "delta.`" + folder + "`";
  }

  /** Writes the table {@code clicks} into the given folder, which must not hold one yet. */
  public static void main(String[] args) throws IOException {
    Path clicks = Path.of(args[0]).toAbsolutePath().resolve("clicks");
    Path work = Files.createTempDirectory("bundled-clicks");
    try (SparkSession spark = LocalSession.start(work, LocalSession.Tuning.SMALL_TABLES)) {
      new BundledClicks(spark, clicks).write();
    }
    list(clicks);
  }

  private void write() {
    spark.sql(
        "CREATE TABLE "
            + table
            + " ("
            + COLUMNS.toDDL()
            + ") USING delta TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true',"
            // File times do not survive being copied out of a jar.
            + " 'delta.enableInCommitTimestamps' = 'true')");
    insert(clicked(900));
    spark.sql("UPDATE " + table + " SET bot = true WHERE session LIKE 's%7'");
    insert(clicked(700));
    spark.sql("DELETE FROM " + table + " WHERE customer_id BETWEEN 40 AND 59");
    merge(clicked(80));
    spark.sql("OPTIMIZE " + table);
    spark.sql("UPDATE " + table + " SET url = '/basket' WHERE url = '/cart'");
    insert(clicked(300));
    spark.sql("DELETE FROM " + table + " WHERE bot AND click_id < 600");
  }

  private List<Row> clicked(int count) {
    List<Row> clicks = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      clock = clock.plusMillis(500 + random.nextInt(90_000));
      clicks.add(
          RowFactory.create(
              ++lastId,
              "s" + (1_000 + random.nextInt(500)),
              random.nextInt(4) == 0 ? null : (Integer) (1 + random.nextInt(CUSTOMERS)),
              PAGES[random.nextInt(PAGES.length)],
              clock,
              false));
    }
    return clicks;
  }

  private void insert(List<Row> clicks) {
    view(clicks);
    spark.sql("INSERT INTO " + table + " SELECT * FROM new_clicks");
  }

  /** New clicks together with customers who are known by now for some old ones. */
  private void merge(List<Row> clicks) {
    List<Row> rows = new ArrayList<>(clicks);
    for (long id = 100; id < 400; id += 3) {
      rows.add(RowFactory.create(id, null, (int) (id % CUSTOMERS + 1), null, null, null));
    }
    view(rows);
    spark.sql(
        "MERGE INTO "
            + table
            + " t USING new_clicks n ON t.click_id = n.click_id"
            + " WHEN MATCHED AND t.customer_id IS NULL THEN UPDATE SET customer_id = n.customer_id"
            + " WHEN NOT MATCHED AND n.url IS NOT NULL THEN INSERT *");
  }

  private void view(List<Row> rows) {
    spark.createDataFrame(rows, COLUMNS).coalesce(1).createOrReplaceTempView("new_clicks");
  }

  private static void list(Path table) throws IOException {
    List<String> names;
    try (Stream<Path> files = Files.walk(table)) {
      names =
          files
              .filter(Files::isRegularFile)
              .filter(file -> !droppedChecksum(file))
              .map(file -> table.relativize(file).toString().replace('\\', '/'))
              .sorted()
              .toList();
    }
    Files.write(table.resolve("files.txt"), names);
  }

  /** Delta's own checksums of versions are optional; the sample does without. */
  private static boolean droppedChecksum(Path file) {
    if (!file.toString().endsWith(".crc")) {
      return false;
    }
    try {
      Files.delete(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return true;
  }
}
