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
package dev.tributary.run;

import java.time.Duration;
import java.util.Objects;

/**
 * How far a target is behind its source, within the spec's range.
 *
 * @param head the source's latest commit when it was last looked at
 * @param commits how many commits the target lacks
 * @param behind age of the oldest of them; zero when there is none
 */
public record Lag(String head, long commits, Duration behind) {
  public Lag {
    Objects.requireNonNull(head, "head");
    Objects.requireNonNull(behind, "behind");
  }
}
