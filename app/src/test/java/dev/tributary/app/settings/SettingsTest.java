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
package dev.tributary.app.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsTest {
  @TempDir Path folder;

  @Test
  void whatWasStoredIsThereAgain() throws IOException {
    Settings settings = Settings.load(folder.resolve("home"));
    settings.theme().set(Settings.Theme.DARK);
    settings.fontSize().set(18);
    settings.samplesFolder().set(folder.resolve("samples"));
    settings.remember(folder.resolve("a.tributary.yaml"));
    settings.remember(folder.resolve("b.tributary.yaml"));
    settings.store(settings.text());
    Settings again = Settings.load(folder.resolve("home"));
    assertThat(again.theme().get()).isEqualTo(Settings.Theme.DARK);
    assertThat(again.fontSize().get()).isEqualTo(18);
    assertThat(again.samplesFolder().get()).isEqualTo(folder.resolve("samples"));
    assertThat(again.recents())
        .containsExactly(folder.resolve("b.tributary.yaml"), folder.resolve("a.tributary.yaml"));
  }

  @Test
  void rememberedTwiceIsOneRecent() {
    Settings settings = Settings.load(folder);
    settings.remember(folder.resolve("a.tributary.yaml"));
    settings.remember(folder.resolve("b.tributary.yaml"));
    settings.remember(folder.resolve("x/../a.tributary.yaml"));
    assertThat(settings.recents())
        .containsExactly(folder.resolve("a.tributary.yaml"), folder.resolve("b.tributary.yaml"));
  }

  @Test
  void recentsAreBounded() {
    Settings settings = Settings.load(folder);
    for (int i = 0; i < 20; i++) {
      settings.remember(folder.resolve(i + ".tributary.yaml"));
    }
    assertThat(settings.recents()).hasSize(10).startsWith(folder.resolve("19.tributary.yaml"));
  }

  @Test
  void nonsenseInTheFileFallsBackToDefaults() throws IOException {
    Files.writeString(folder.resolve("settings.properties"), "font-size=enormous\ntheme=PURPLE\n");
    Settings settings = Settings.load(folder);
    assertThat(settings.fontSize().get()).isEqualTo(14);
    assertThat(settings.theme().get()).isEqualTo(Settings.Theme.LIGHT);
  }
}
