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

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HomeJourneyTest {
  @Test
  void look(@TempDir Path folder) throws Exception {
    try (AppUnderTest app = AppUnderTest.start(folder.resolve("home"))) {
      app.picture("00-home");
      app.type("home-samples-folder", folder.resolve("samples").toString());
      app.click("home-try-samples");
      app.node("source");
      Thread.sleep(3000);
      app.picture("01-source");
      app.click("wizard-next");
      Thread.sleep(1000);
      app.picture("02-range");
      app.click("wizard-next");
      Thread.sleep(5000);
      app.picture("03-changes");
      app.click("wizard-next");
      Thread.sleep(5000);
      app.picture("04-mapping");
      app.click("wizard-next");
      Thread.sleep(2000);
      app.picture("05-target");
      app.click("rail-jobs");
      app.picture("08-jobs");
      app.click("rail-dashboard");
      app.picture("10-dashboard");
      assertThat(true).isTrue();
    }
  }
}
