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

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * What Linux has accounted to a process so far, from {@code /proc} (see {@code proc(5)}); all of it
 * is unknown on other systems, and once the process is gone.
 *
 * @param processorTime of its threads
 * @param peakMemoryBytes {@code VmHWM}
 * @param bytesRead {@code rchar}
 * @param bytesWritten {@code wchar}
 */
record ProcessAccount(
    Optional<Duration> processorTime,
    OptionalLong peakMemoryBytes,
    OptionalLong bytesRead,
    OptionalLong bytesWritten) {
  static final ProcessAccount UNKNOWN =
      new ProcessAccount(
          Optional.empty(), OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty());

  /** Of a process that has done nothing yet. */
  static final ProcessAccount START =
      new ProcessAccount(
          Optional.of(Duration.ZERO), OptionalLong.of(0), OptionalLong.of(0), OptionalLong.of(0));

  static ProcessAccount of(long pid) {
    OptionalLong peak = field(pid, "status", "VmHWM:");
    return new ProcessAccount(
        ProcessHandle.of(pid).flatMap(process -> process.info().totalCpuDuration()),
        peak.isPresent() ? OptionalLong.of(peak.getAsLong() * 1024) : peak,
        field(pid, "io", "rchar:"),
        field(pid, "io", "wchar:"));
  }

  /** Lets the peak start again from what is resident now, where the system can. */
  static void restartPeak(long pid) {
    try {
      Files.writeString(Path.of("/proc", Long.toString(pid), "clear_refs"), "5");
    } catch (IOException e) {
      // Not Linux, or not permitted: the peak is that since the process began.
    }
  }

  /** What was added since an earlier look at the same process; the peak is the one now. */
  Figures since(ProcessAccount earlier, Duration elapsed) {
    return new Figures(
        elapsed,
        processorTime.flatMap(now -> earlier.processorTime.map(now::minus)),
        peakMemoryBytes,
        difference(bytesRead, earlier.bytesRead),
        difference(bytesWritten, earlier.bytesWritten));
  }

  private static OptionalLong difference(OptionalLong now, OptionalLong before) {
    return now.isPresent() && before.isPresent()
        ? OptionalLong.of(now.getAsLong() - before.getAsLong())
        : OptionalLong.empty();
  }

  private static OptionalLong field(long pid, String file, String name) {
    try (Stream<String> lines = Files.lines(Path.of("/proc", Long.toString(pid), file))) {
      return lines
          .filter(line -> line.startsWith(name))
          .mapToLong(line -> Long.parseLong(line.substring(name.length()).strip().split(" ")[0]))
          .findFirst();
    } catch (IOException | java.io.UncheckedIOException e) {
      return OptionalLong.empty();
    }
  }
}
