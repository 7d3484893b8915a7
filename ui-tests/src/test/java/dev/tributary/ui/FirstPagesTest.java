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

import dev.tributary.app.changes.ChangesIds;
import dev.tributary.app.frame.FrameIds;
import dev.tributary.app.frame.Place;
import dev.tributary.app.migrations.MigrationsIds;
import dev.tributary.app.range.CommitRow;
import dev.tributary.app.range.RangeIds;
import dev.tributary.app.source.SourceIds;
import dev.tributary.app.wizard.PageId;
import dev.tributary.app.wizard.WizardIds;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Control;
import javafx.scene.control.Label;
import javafx.scene.control.Labeled;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** From the first start to the change rows of the sample, by clicking and by the keyboard. */
class FirstPagesTest {
  /** Written by the first test that tries the sample, and found there by the others. */
  @TempDir static Path samples;

  @TempDir Path folder;

  private Window openSample(String theme, double width, double height) throws Exception {
    Window window = Window.open(folder.resolve("home"), samples, theme, width, height);
    window.click(MigrationsIds.TRY_SAMPLES);
    window.await("the sample is open", () -> window.shows(SourceIds.CARD));
    return window;
  }

  private static void awaitChanges(Window window) throws Exception {
    window.await(
        "changes are read",
        () -> !window.shows(ChangesIds.BUSY) && !window.words(ChangesIds.STATUS).isEmpty());
  }

  @ParameterizedTest
  @CsvSource({"LIGHT,1200,800", "DARK,1200,800", "LIGHT,900,600"})
  void sampleLeadsFromWelcomeToChanges(String theme, double width, double height) throws Exception {
    String suffix = "-" + theme.toLowerCase(Locale.ROOT) + "-" + (int) width;
    try (Window window = openSample(theme, width, height)) {
      window.picture("source" + suffix);
      assertThat(window.words(SourceIds.fact("format"))).startsWith("Iceberg v3");
      assertEverythingCanBeReached(window);
      window.click(WizardIds.NEXT);
      window.picture("range" + suffix);
      assertEverythingCanBeReached(window);
      window.click(WizardIds.NEXT);
      awaitChanges(window);
      window.picture("changes" + suffix);
      assertEverythingCanBeReached(window);
      window.click(MigrationsIds.CLOSE);
      window.picture("home" + suffix);
      assertThat(window.shows(MigrationsIds.recent(0))).isTrue();
      assertEverythingCanBeReached(window);
      window.click(FrameIds.button(Place.SETTINGS));
      window.picture("settings" + suffix);
      assertEverythingCanBeReached(window);
    }
  }

  @Test
  void chartAndTableChooseTheSameRange() throws Exception {
    try (Window window = openSample("LIGHT", 1200, 800)) {
      window.click(WizardIds.NEXT);
      TableView<?> table = (TableView<?>) window.node(RangeIds.TABLE);
      List<String> newestFirst = commits(table);
      int last = newestFirst.size() - 1;
      window.click(RangeIds.bar(newestFirst.get(last - 2)));
      assertThat(window.words(RangeIds.STRIP)).startsWith("1 commit ·").contains("+260 −? rows");
      window.robot().press(KeyCode.SHIFT);
      window.robot().clickOn(newestFirst.get(last - 3));
      window.robot().release(KeyCode.SHIFT);
      assertThat(window.words(RangeIds.STRIP)).startsWith("2 commits ·");
      window.picture("range-chosen");
      assertThat(window.words(MigrationsIds.SAVED)).isEqualTo("unsaved changes");

      window.click(WizardIds.NEXT);
      awaitChanges(window);
      window.picture("changes-updates");
      assertThat(window.words("changes-chip-updates")).isEqualTo("Δ updates 260");
      window.click("changes-view-net");
      awaitChanges(window);
      window.picture("changes-net");

      window.click(WizardIds.step(PageId.SOURCE));
      window.robot().interact(() -> ((Parent) window.node(SourceIds.TABLE)).requestFocus());
      window.type(SourceIds.TABLE, "sales.nothing");
      window.picture("source-stale");
      assertThat(window.node(WizardIds.step(PageId.RANGE)).getAccessibleText())
          .isEqualTo("Step 2, Range, look again");
      window.click(SourceIds.LOOK);
      window.await("the failure shows", () -> window.shows(SourceIds.FAILURE));
      assertThat(window.words(SourceIds.FAILURE + "-message")).contains("sales.nothing");
      window.picture("source-failed");
    }
  }

  @Test
  void deltaTableShowsItsFeedAndItsChanges() throws Exception {
    try (Window window = openSample("LIGHT", 1200, 800)) {
      window.click(MigrationsIds.CLOSE);
      window.robot().clickOn("clicks.tributary.yaml");
      window.await("the table was looked at", () -> window.shows(SourceIds.CARD));
      window.picture("delta-source");
      assertThat(window.words(SourceIds.fact("feed"))).startsWith("on since commit 0");
      window.click(WizardIds.NEXT);
      window.picture("delta-range");
      window.click(WizardIds.NEXT);
      awaitChanges(window);
      window.picture("delta-changes");
      assertThat(window.shows(ChangesIds.FAILURE)).isFalse();
    }
  }

  private static List<String> commits(TableView<?> table) {
    return table.getItems().stream().map(row -> ((CommitRow) row).commit().id()).toList();
  }

  /** What a keyboard reaches has an id to be found by and words for a screen reader. */
  private static void assertEverythingCanBeReached(Window window) {
    Set<Node> controls =
        window
            .robot()
            .lookup(node -> node instanceof Control && node.isFocusTraversable() && seen(node))
            .queryAll();
    Set<Node> labels = window.robot().lookup(node -> node instanceof Label).queryAll();
    assertThat(controls).isNotEmpty();
    for (Node control : controls) {
      assertThat(control.getId()).as("id of %s", control).isNotBlank();
      boolean labelled =
          labels.stream().anyMatch(label -> ((Label) label).getLabelFor() == control);
      boolean worded =
          control instanceof Labeled named && named.getText() != null && !named.getText().isBlank();
      boolean spoken =
          control.getAccessibleText() != null && !control.getAccessibleText().isBlank();
      assertThat(labelled || worded || spoken).as("words for %s", control).isTrue();
    }
  }

  private static boolean seen(Node node) {
    for (Node each = node; each != null; each = each.getParent()) {
      if (!each.isVisible()) {
        return false;
      }
      // Parts of a control are the control's own business.
      if (each != node
          && each instanceof Control
          && !(each instanceof ScrollPane)
          && !(each instanceof SplitPane)) {
        return false;
      }
    }
    return true;
  }
}
