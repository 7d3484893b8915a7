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

import dev.tributary.app.migrations.MigrationsIds;
import dev.tributary.app.range.RangeIds;
import dev.tributary.app.source.SourceIds;
import dev.tributary.app.wizard.WizardIds;
import dev.tributary.sample.Samples;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import javafx.geometry.Bounds;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Spinner;
import javafx.scene.layout.Region;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What stands on the Range page besides the commits, and that it can be used in a small window. */
class RangePageTest {
  private static final double USABLE = 200;

  @TempDir static Path samples;

  @TempDir Path folder;

  private Window openRange(String theme, double width, double height) throws Exception {
    Window window = Window.open(folder.resolve("home"), samples, theme, width, height);
    window.click(MigrationsIds.TRY_SAMPLES);
    window.await(
        "the table was looked at",
        () -> window.shows(SourceIds.CARD) && window.words(WizardIds.MISSING).isEmpty());
    window.click(WizardIds.NEXT);
    window.await("the commits are there", () -> window.shows(RangeIds.TABLE));
    return window;
  }

  @ParameterizedTest
  @CsvSource({"LIGHT,1200,800", "DARK,1200,800", "LIGHT,900,600", "DARK,900,600"})
  void conditionOnRowsHasRoom(String theme, double width, double height) throws Exception {
    try (Window window = openRange(theme, width, height)) {
      Region field = (Region) window.node(RangeIds.ROW_FILTER);
      assertThat(field.getWidth()).isGreaterThanOrEqualTo(USABLE);
      window.picture("range-page-" + theme.toLowerCase(Locale.ROOT) + "-" + (int) width);
      window.type(RangeIds.ROW_FILTER, "ordr_id > 10");
      window.click(RangeIds.TABLE);
      window.await("the mistake is found", () -> window.shows(RangeIds.ROW_FILTER_PROBLEM));
      Bounds next =
          window.node(WizardIds.NEXT).localToScene(window.node(WizardIds.NEXT).getBoundsInLocal());
      assertThat(next.getMaxY()).as("lower end of Next").isLessThanOrEqualTo(height);
      window.picture("range-problem-" + theme.toLowerCase(Locale.ROOT) + "-" + (int) width);
      window.type(RangeIds.ROW_FILTER, "order_id > 10");
      window.click(RangeIds.TABLE);
      window.await("the mistake is gone", () -> !window.shows(RangeIds.ROW_FILTER_PROBLEM));
    }
  }

  @Test
  void intervalBeyondWhatCanBeTypedStays() throws Exception {
    Path spec = folder.resolve("orders.tributary.yaml");
    Files.writeString(
        spec,
        Files.readString(Samples.write(folder.resolve("samples")).get(0))
            .replaceFirst(
                "(?m)^  from_snapshot:",
                "  streaming: true\n  poll_interval_seconds: 100000\n  from_snapshot:"));
    try (AppUnderTest app = AppUnderTest.start(folder.resolve("home"), spec.toString())) {
      app.node(SourceIds.CARD);
      app.click(WizardIds.NEXT);
      Spinner<?> seconds = (Spinner<?>) app.node(RangeIds.POLL_SECONDS);
      assertThat(seconds.getValue()).isEqualTo(100_000);
      assertThat(((CheckBox) app.node(RangeIds.STAY)).isSelected()).isTrue();
      app.click(RangeIds.POLL_SECONDS);
      app.click(RangeIds.FILTER);
      assertThat(seconds.getValue()).isEqualTo(100_000);
      assertThat(app.text(MigrationsIds.SAVED)).isEqualTo("saved");
    }
  }
}
