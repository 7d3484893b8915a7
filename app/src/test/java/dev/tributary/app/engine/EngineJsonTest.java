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
package dev.tributary.app.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.run.RunResult;
import org.junit.jupiter.api.Test;

class EngineJsonTest {

  @Test
  void resultTellsWhatTheRunDidToTheColumns() {
    RunResult result =
        EngineJson.result(
                "{\"status\":\"succeeded\",\"commits\":1,\"schema_changes\":"
                    + "[\"ALTER TABLE lake.t ADD COLUMN note string\"]}")
            .orElseThrow();
    assertThat(result.status()).isEqualTo(RunResult.Status.SUCCEEDED);
    assertThat(result.alterations()).containsExactly("ALTER TABLE lake.t ADD COLUMN note string");
  }

  @Test
  void resultWithoutThemTellsOfNone() {
    assertThat(EngineJson.result("{\"status\":\"failed\"}").orElseThrow().alterations()).isEmpty();
  }
}
