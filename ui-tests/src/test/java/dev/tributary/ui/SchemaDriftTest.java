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

import dev.tributary.app.dialog.FxDialogs;
import dev.tributary.app.preflight.PreflightIds;
import dev.tributary.app.start.StartIds;
import dev.tributary.app.target.TargetIds;
import dev.tributary.app.wizard.PageId;
import dev.tributary.app.wizard.WizardIds;
import dev.tributary.catalog.Catalogs;
import dev.tributary.sample.Samples;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.MigrationSpec.SchemaChanges;
import dev.tributary.spec.Specs;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javafx.stage.Stage;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A target that lacks columns of the source, from the first look at it to its alteration. */
@Tag("slow")
class SchemaDriftTest {
  private static final Schema COLUMNS =
      new Schema(
          List.of(
              Types.NestedField.required(1, "order_id", Types.LongType.get()),
              Types.NestedField.required(2, "customer_id", Types.IntegerType.get()),
              Types.NestedField.required(3, "total", Types.DecimalType.of(10, 2)),
              Types.NestedField.required(4, "ordered_at", Types.TimestampType.withZone())),
          Set.of(1));

  @TempDir private Path folder;

  @Test
  void columnsThatTheTargetLacksAreAddedFromThePreflightPage() throws Exception {
    Path orders = Samples.write(folder.resolve("samples")).get(0);
    MigrationSpec spec = Specs.read(orders);
    createTarget(spec);
    try (AppUnderTest app = AppUnderTest.start(folder.resolve("home"), orders.toString())) {
      app.node("source-card");
      app.click(WizardIds.NEXT);
      app.node("range-table");
      app.click(WizardIds.NEXT);
      app.waitUntil("changes are there", AppUnderTest.SOON, () -> app.rows("changes-table") > 0);
      app.click(WizardIds.NEXT);
      ready(app, "mapping-table");
      app.click(WizardIds.NEXT);
      app.node(TargetIds.TABLE);
      ready(app, TargetIds.TABLE);
      pictures(app, "target-page", TargetIds.TABLE);
      app.show(TargetIds.option("schema-changes", SchemaChanges.FAIL));
      pictures(app, "target-page-options", TargetIds.TABLE);
      app.click(WizardIds.NEXT);

      app.node(PreflightIds.ALTER);
      assertThat(app.text(PreflightIds.ALTER_WORDS)).startsWith("2 statements bring");
      pictures(app, "preflight-drift", PreflightIds.ALTER);
      app.click(PreflightIds.ALTER);
      assertThat(app.text(FxDialogs.CONFIRM_DETAILS))
          .contains("ADD COLUMN note", "ADD COLUMN status");
      app.picture("preflight-alter", FxDialogs.CONFIRM);
      app.click(FxDialogs.CONFIRM);
      app.waitUntil(
          "the columns fit",
          AppUnderTest.SOON,
          () ->
              app.text(WizardIds.MISSING).isEmpty()
                  || app.text(WizardIds.MISSING).startsWith("Tick"));
      assertThat(app.find(PreflightIds.ALTER)).isEmpty();
      assertThat(app.words(WizardIds.step(PageId.MAPPING))).doesNotContain("blocked");
      assertThat(
              Tables.<Boolean>ask(
                  spec.target().catalogProperties(),
                  spec.target().table(),
                  table -> table.schema().findField("note") != null))
          .isTrue();
      pictures(app, "preflight-altered", PreflightIds.CHECK);
      app.tickAll("preflight-noted");
      app.click(WizardIds.NEXT);
      app.node(StartIds.START);
      ready(app, StartIds.START);
      assertThat(app.words(StartIds.LINES)).contains("Stops when columns of the source no longer");
      pictures(app, "start-page", StartIds.START);
    }
  }

  private static void ready(AppUnderTest app, String page) {
    app.node(page);
    app.waitUntil(
        page + " is ready", AppUnderTest.SOON, () -> app.text(WizardIds.MISSING).isEmpty());
  }

  private static void pictures(AppUnderTest app, String name, String idOfANodeInIt) {
    app.picture(name + "-1200", idOfANodeInIt);
    resize(app, idOfANodeInIt, 900, 600);
    app.picture(name + "-900", idOfANodeInIt);
    resize(app, idOfANodeInIt, 1200, 800);
  }

  private static void resize(AppUnderTest app, String idOfANodeInIt, double width, double height) {
    Stage stage = (Stage) app.node(idOfANodeInIt).getScene().getWindow();
    AppUnderTest.fx(
        () -> {
          // A larger window would reach beyond the screen from where a smaller one stood.
          stage.setX(0);
          stage.setY(0);
          stage.setWidth(width);
          stage.setHeight(height);
          return null;
        });
  }

  /** An empty table as the migration would create it, without two of the columns. */
  private static void createTarget(MigrationSpec spec) {
    Catalog catalog =
        Catalogs.open(spec.target().catalogName(), spec.target().catalogProperties(), Map.of());
    ((SupportsNamespaces) catalog).createNamespace(Namespace.of("lake"));
    catalog
        .buildTable(TableIdentifier.parse(spec.target().table()), COLUMNS)
        .withProperty("format-version", "3")
        .create();
  }
}
