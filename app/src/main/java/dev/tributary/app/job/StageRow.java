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
package dev.tributary.app.job;

import java.time.Duration;

/**
 * One stage of a run. Stages come again for each unit of work, so the time is that of all units.
 *
 * @param key the engine's word for the stage
 * @param name for people
 */
public record StageRow(String key, String name, Progress progress, Duration spent) {

  /** Whether the stage is ahead, at work or behind. */
  public enum Progress {
    TODO,
    CURRENT,
    DONE
  }
}
