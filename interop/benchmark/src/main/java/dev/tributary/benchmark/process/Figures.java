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
package dev.tributary.benchmark.process;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What one measured piece of work took. What the operating system does not tell is unknown.
 *
 * @param elapsed by the wall clock
 * @param processorTime of all its threads together; it hardly depends on what else the machine does
 * @param peakMemoryBytes most memory that was resident at any time
 * @param bytesRead through system calls, whether from a disk or from the page cache; files that are
 *     mapped into memory are not in it
 * @param bytesWritten likewise
 */
public record Figures(
    Duration elapsed,
    Optional<Duration> processorTime,
    OptionalLong peakMemoryBytes,
    OptionalLong bytesRead,
    OptionalLong bytesWritten) {

  /** The time alone, in seconds. */
  public double seconds() {
    return elapsed.toNanos() / 1e9;
  }
}
