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
package dev.tributary.benchmark.workload;

import dev.tributary.benchmark.process.Figures;
import java.util.function.Supplier;

/**
 * One way to do a workload's work.
 *
 * @param engine who does it
 * @param prepare brings about what the work starts from; not measured
 * @param work is measured
 * @param check throws where the work was not done right; not measured
 */
record Contender(
    String engine, Mode mode, Runnable prepare, Supplier<Figures> work, Runnable check) {
  static final String TRIBUTARY = "tributary";
  static final String SPARK = "spark";
  static final String FLINK = "flink";
  static final String BEAM = "beam";

  /** Does the work once, with all that belongs to it. */
  Figures once() {
    prepare.run();
    Figures figures = work.get();
    check.run();
    return figures;
  }
}
