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
package dev.tributary.spec;

import java.util.Map;
import java.util.Objects;

/** Where the job runs, and that runner's options by their snake_case names. */
public record RunSpec(Runner runner, Map<String, String> options) {

  /** On this computer, without options. */
  public static final RunSpec LOCAL = new RunSpec(Runner.LOCAL, Map.of());

  public RunSpec {
    Objects.requireNonNull(runner, "runner");
    options = Ordered.copyOf(options);
  }

  /** The runners that a job can be launched on. */
  public enum Runner {
    LOCAL,
    DATAFLOW,
    FLINK
  }
}
