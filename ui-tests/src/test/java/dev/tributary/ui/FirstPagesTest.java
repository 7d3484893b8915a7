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
import dev.tributary.app.source.SourceIds;
import dev.tributary.app.wizard.PageId;
import dev.tributary.app.wizard.WizardIds;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** From the first start to the change rows of the sample, by clicking. */
class FirstPagesTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"LIGHT,1200,800", "DARK,1200,800", "LIGHT,900,600"})
  void sampleLeadsFromWelcomeToChanges(String theme, double width, double height) throws Exception {
    String suffix = "-" + theme.toLowerCase(Locale.ROOT) + "-" + (int) width;
    try (Window window = Window.open(folder.resolve("home"), theme, width, height)) {
      window.picture("home" + suffix);
      window.click(MigrationsIds.TRY_SAMPLES);
      window.await("the sample is open", () -> window.shows(SourceIds.CARD));
      window.picture("source" + suffix);
      assertThat(window.words(SourceIds.fact("format"))).startsWith("Iceberg v3");

      window.click(WizardIds.NEXT);
      window.picture("range" + suffix);
      window.click(WizardIds.NEXT);
      window.await("changes are read", () -> !window.words("changes-status").isEmpty());
      window.picture("changes" + suffix);
      assertThat(window.shows(WizardIds.step(PageId.CHANGES))).isTrue();
    }
  }
}
