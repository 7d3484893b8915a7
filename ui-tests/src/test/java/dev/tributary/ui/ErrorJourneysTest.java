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
package dev.tributary.ui;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.app.wizard.PageId;
import dev.tributary.app.wizard.WizardIds;
import dev.tributary.catalog.Catalogs;
import dev.tributary.sample.Samples;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.parquet.GenericParquetWriter;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.parquet.Parquet;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What goes wrong is said on the page where it can be put right, and nothing typed is lost. */
@Tag("slow")
class ErrorJourneysTest {
  @TempDir private static Path samples;
  private static Path orders;

  @TempDir private Path folder;

  @BeforeAll
  static void writeSamples() {
    orders = Samples.write(samples).get(0);
  }

  @Test
  void missingTableIsSaidOnTheSourcePage() throws Exception {
    try (AppUnderTest app = open(orders)) {
      app.node("source-card");
      app.type("source-table", "sales.nothing");
      app.click("source-look");
      assertThat(app.text("source-failure-message")).contains("sales.nothing");
      app.picture("20-missing-table");
      app.click(WizardIds.NEXT);
      assertThat(app.find("range-table")).as("the wizard stays").isEmpty();

      app.type("source-table", "sales.orders");
      app.click("source-look");
      app.node("source-card");
      assertThat(app.find("source-failure-message")).isEmpty();
    }
  }

  @Test
  void startThatDoesNotExistIsSaidOnTheRangePage() throws Exception {
    Path spec = folder.resolve("orders.tributary.yaml");
    Files.writeString(
        spec, Files.readString(orders).replaceFirst("from_snapshot: \\d+", "from_snapshot: 42"));
    try (AppUnderTest app = open(spec)) {
      app.node("source-card");
      app.click(WizardIds.NEXT);
      app.node("range-table");
      assertThat(app.text(WizardIds.MISSING)).contains("42");
      app.picture("21-missing-start");
      app.click(WizardIds.NEXT);
      assertThat(app.find("changes-table")).as("the wizard stays").isEmpty();
    }
  }

  @Test
  void keyThatIsNotUniqueIsSaidOnTheMappingPageWithAnExample() throws Exception {
    try (AppUnderTest app = open(orders)) {
      toMapping(app);
      app.waitUntil(
          "the key is checked", AppUnderTest.SOON, () -> app.find("mapping-key-nulls").isPresent());
      app.click("mapping-key-order_id");
      app.click("mapping-key-status");
      app.waitUntil(
          "the key is found not to be unique",
          AppUnderTest.SOON,
          () -> app.words("mapping-key-findings").contains("No,"));
      assertThat(app.words("mapping-key-findings")).contains("status=");
      assertThat(app.text(WizardIds.MISSING)).contains("does not identify each row");
      app.picture("22-key-not-unique");
      app.click(WizardIds.NEXT);
      assertThat(app.find("target-table")).as("the wizard stays").isEmpty();
    }
  }

  @Test
  void floatKeyIsRefusedOnTheMappingPage() throws Exception {
    Path spec = folder.resolve("prices.tributary.yaml");
    writePrices();
    Files.writeString(
        spec,
        Files.readString(orders)
            .replace("table: sales.orders", "table: sales.prices")
            .replaceFirst("from_snapshot: \\d+", "")
            .replaceFirst("warehouse: .*", "warehouse: \"" + folder.resolve("shop") + "\"")
            .replace("[order_id]", "[id]"));
    try (AppUnderTest app = open(spec)) {
      toMapping(app);
      app.click("mapping-key-price");
      assertThat(app.text("mapping-problem")).contains("price").contains("double");
      app.picture("23-float-key");
      app.click("mapping-key-price");
      assertThat(app.find("mapping-problem")).isEmpty();
    }
  }

  @Test
  void targetThatCannotBeWrittenIsSaidOnTheTargetPage() throws Exception {
    Path file = Files.writeString(folder.resolve("occupied"), "not a folder");
    try (AppUnderTest app = open(orders)) {
      toMapping(app);
      app.waitUntil(
          "the mapping is ready", AppUnderTest.SOON, () -> app.text(WizardIds.MISSING).isEmpty());
      app.click(WizardIds.NEXT);
      app.type("target-folder", file.resolve("lake").toString());
      assertThat(app.text("target-failure-message")).contains(file + " is not a folder");
      app.picture("24-target-not-writable");
      app.click(WizardIds.NEXT);
      assertThat(app.find("preflight-list")).as("the wizard stays").isEmpty();

      app.click(WizardIds.step(PageId.MAPPING));
      app.click(WizardIds.NEXT);
      assertThat(app.text("target-folder"))
          .as("what was typed")
          .isEqualTo(file.resolve("lake").toString());
    }
  }

  private AppUnderTest open(Path spec) throws Exception {
    return AppUnderTest.start(folder.resolve("home"), spec.toString());
  }

  private static void toMapping(AppUnderTest app) {
    app.node("source-card");
    app.click(WizardIds.NEXT);
    app.node("range-table");
    app.click(WizardIds.NEXT);
    app.waitUntil("changes are there", AppUnderTest.SOON, () -> app.rows("changes-table") > 0);
    app.click(WizardIds.NEXT);
    app.waitUntil("columns are there", AppUnderTest.SOON, () -> app.rows("mapping-table") > 0);
  }

  /** A table whose price is a double. */
  private void writePrices() throws Exception {
    Schema schema =
        new Schema(
            Types.NestedField.required(1, "id", Types.LongType.get()),
            Types.NestedField.required(2, "price", Types.DoubleType.get()));
    Catalog catalog =
        Catalogs.open(
            Optional.empty(),
            Map.of("type", "hadoop", "warehouse", folder.resolve("shop").toString()),
            Map.of());
    ((SupportsNamespaces) catalog).createNamespace(Namespace.of("sales"));
    Table table = catalog.createTable(TableIdentifier.of("sales", "prices"), schema);
    DataWriter<GenericRecord> writer =
        Parquet.writeData(table.io().newOutputFile(table.location() + "/data/1.parquet"))
            .forTable(table)
            .createWriterFunc(GenericParquetWriter::create)
            .build();
    try (writer) {
      for (long id = 1; id <= 3; id++) {
        GenericRecord row = GenericRecord.create(schema);
        row.setField("id", id);
        row.setField("price", id / 2.0);
        writer.write(row);
      }
    }
    DataFile file = writer.toDataFile();
    AppendFiles append = table.newAppend();
    append.appendFile(file);
    append.commit();
  }
}
