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

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.sample.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What cannot be migrated is refused in words, with the right exit code, and without a trace. */
@Tag("slow")
class BadInputTest {
  @TempDir Path temp;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          an unknown key             | orders | table: sales.orders | tabel: sales.orders | 2 | tabel
          a missing table            | orders | table: sales.orders | table: sales.none   | 3 | sales.none
          a start that is not there  | orders | from_snapshot: .*   | from_snapshot: 4711 | 3 | 4711
          a version to come          | clicks | start_version: .*   | start_version: 99   | 3 | 99
          a key that is not there    | orders | \\[order_id]        | [order_number]      | 3 | order_number
          a key that is not unique   | orders | \\[order_id]        | [customer_id]       | 3 | customer_id
          a key with nulls           | clicks | \\[click_id]        | [customer_id]       | 3 | customer_id
          a warehouse below a file   | orders | /lakehouse/warehouse | /orders.tributary.yaml/x | 3 | orders.tributary.yaml
          """)
  void sampleWithOneFault(
      String fault, String name, String pattern, String replacement, int exitCode, String named)
      throws IOException {
    Samples.write(temp);
    Path spec = temp.resolve("faulty.tributary.yaml");
    String sound = Files.readString(temp.resolve(name + ".tributary.yaml"));
    String faulty = sound.replaceFirst(pattern, replacement);
    assertThat(faulty).isNotEqualTo(sound);
    Files.writeString(spec, faulty);

    assertRefused(Cli.run("run", spec), exitCode, named);
    assertNothingWrittenTo(temp.resolve("lakehouse"));
  }

  @Test
  void floatingPointKey() throws IOException {
    Lakehouse source = Lakehouse.createSource(temp);
    Spark.shared()
        .sql(
            "CREATE TABLE %s.shop.rates USING iceberg AS"
                + " SELECT id, id / 3.0D AS rate FROM range(9)",
            source.name());
    Lakehouse target = Lakehouse.create(Lakehouse.Kind.JDBC, temp);

    Path spec = spec("  format: iceberg\n  table: shop.rates\n" + source.yaml(), target, "rate");

    assertRefused(Cli.run("run", spec), 3, "rate");
    assertNothingWrittenTo(temp.resolve(target.name()));
  }

  @Test
  void deltaTableWithoutFeed() throws IOException {
    Path table = temp.resolve("no-feed");
    Spark.shared().sql("CREATE TABLE delta.`%s` USING delta AS SELECT id FROM range(9)", table);
    Lakehouse target = Lakehouse.create(Lakehouse.Kind.JDBC, temp);

    Path spec =
        spec("  format: delta\n  table: \"" + table + "\"\n  start_version: 0\n", target, "id");

    assertRefused(Cli.run("run", spec), 3, "Version 0", "change_feed");
    assertNothingWrittenTo(temp.resolve(target.name()));
  }

  @Test
  void targetWithOtherColumns() throws IOException {
    Samples.write(temp);
    Lakehouse target = Lakehouse.create(Lakehouse.Kind.JDBC, temp);
    Spark.shared().sql("CREATE NAMESPACE %s.lake", target.name());
    Spark.shared()
        .sql("CREATE TABLE %s.lake.orders (order_id STRING) USING iceberg", target.name());
    Path spec =
        spec(
            "  format: iceberg\n  table: " + temp.resolve("shop/sales/orders") + "\n",
            target,
            "order_id");

    assertRefused(Cli.run("run", spec), 3, "order_id", "ALTER TABLE");
    assertThat(Spark.shared().table(target.name() + ".lake.orders").size()).isZero();
  }

  @Test
  void targetOfAnotherSource() throws IOException {
    Samples.write(temp);
    Path orders = temp.resolve("orders.tributary.yaml");
    Cli.run("run", orders).success();
    Path spec = temp.resolve("faulty.tributary.yaml");
    Files.writeString(
        spec,
        Files.readString(temp.resolve("customers.tributary.yaml"))
            .replace("table: lake.customers", "table: lake.orders"));

    assertRefused(Cli.run("run", spec), 3, "another source");
    assertThat(Cli.run("verify", orders).exitCode()).isZero();
  }

  @Test
  void corruptDataFile() throws IOException {
    Samples.write(temp);
    Path data = temp.resolve("shop/sales/orders/data");
    List<Path> files;
    try (Stream<Path> all = Files.list(data)) {
      files = all.filter(file -> file.toString().endsWith(".parquet")).sorted().toList();
    }
    // The first file holds rows of the initial load.
    byte[] bytes = Files.readAllBytes(files.get(0));
    Arrays.fill(bytes, bytes.length / 3, bytes.length, (byte) 0);
    Files.write(files.get(0), bytes);

    Cli.Outcome outcome = Cli.run("run", temp.resolve("orders.tributary.yaml"));

    assertThat(outcome.exitCode()).as(outcome.err()).isIn(3, 4);
    assertThat(outcome.out() + outcome.err()).contains(files.get(0).getFileName().toString());
  }

  private static void assertRefused(Cli.Outcome outcome, int exitCode, String... named) {
    assertThat(outcome.exitCode()).as(outcome.out() + outcome.err()).isEqualTo(exitCode);
    assertThat(outcome.out() + outcome.err()).contains(named).doesNotContain("\tat ");
  }

  private static void assertNothingWrittenTo(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> all = Files.walk(folder)) {
      assertThat(all.filter(Files::isRegularFile))
          .allSatisfy(file -> assertThat(file.getFileName().toString()).startsWith("catalog.db"));
    }
  }

  private Path spec(String source, Lakehouse target, String key) throws IOException {
    return Files.writeString(
        temp.resolve("faulty.tributary.yaml"),
        "tributary: 1\nname: faulty\nsource:\n"
            + source
            + "target:\n  table: lake.orders\n"
            + target.yaml()
            + "  equality_columns: ["
            + key
            + "]\n");
  }
}
