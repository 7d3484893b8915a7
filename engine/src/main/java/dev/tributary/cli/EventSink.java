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
package dev.tributary.cli;

import dev.tributary.errors.SpecException;
import dev.tributary.run.RunEvent;
import dev.tributary.run.RunListener;
import java.io.Closeable;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/** Writes a run's events: as JSON lines where they are asked for, else as remarks for people. */
final class EventSink implements RunListener, Closeable {
  private static final Duration REMARK_INTERVAL = Duration.ofSeconds(5);
  private static final String STANDARD_OUTPUT = "-";

  private final Optional<PrintStream> lines;
  private final boolean standardOutput;
  private final Console console;
  private final boolean quiet;
  private Instant lastRemark = Instant.MIN;
  private boolean broken;

  private EventSink(
      Optional<PrintStream> lines, boolean standardOutput, Console console, boolean quiet) {
    this.lines = lines;
    this.standardOutput = standardOutput;
    this.console = console;
    this.quiet = quiet;
  }

  /**
   * @param target a file, {@code -} for the standard output, or nothing
   * @param json whether the result is for a program, which does not read remarks
   * @param spec the spec's file, which events must not replace
   * @throws SpecException when the file cannot be written, or is the spec's
   */
  static EventSink open(Optional<String> target, Path spec, Console console, boolean json) {
    if (target.isEmpty()) {
      return new EventSink(Optional.empty(), false, console, json);
    }
    if (target.get().equals(STANDARD_OUTPUT)) {
      return new EventSink(Optional.of(console.out()), true, console, true);
    }
    try {
      requireOther(Path.of(target.get()), spec);
      PrintStream file =
          new PrintStream(new FileOutputStream(target.get()), true, StandardCharsets.UTF_8);
      return new EventSink(Optional.of(file), false, console, json);
    } catch (IOException | InvalidPathException e) {
      throw new SpecException(
          String.format(
              "Cannot write events to %s: %s; name a file in a folder that can be written.",
              target.get(), e.getMessage()),
          e);
    }
  }

  private static void requireOther(Path file, Path spec) throws IOException {
    if (Files.exists(file) && Files.isSameFile(file, spec)) {
      throw new SpecException(
          String.format(
              "Cannot write events to %s: it is the spec file, which they would overwrite; name"
                  + " another file.",
              file));
    }
  }

  boolean onStandardOutput() {
    return standardOutput;
  }

  @Override
  public void on(RunEvent event) {
    lines.ifPresent(stream -> write(stream, event));
    if (!quiet) {
      remark(event);
    }
  }

  /** A run is worth more than its events: it goes on when they cannot be written any more. */
  private void write(PrintStream stream, RunEvent event) {
    if (broken) {
      return;
    }
    stream.println(Documents.event(event));
    if (stream.checkError()) {
      broken = true;
      console.note(
          "warning: Cannot write events any more: the run goes on without them; look whether the"
              + " disk is full or their reader has ended.");
    }
  }

  private void remark(RunEvent event) {
    boolean progress = event.kind() == RunEvent.Kind.PROGRESS;
    long read = event.rowsRead().orElse(0);
    boolean news = event.message().isPresent() || event.kind() == RunEvent.Kind.COMMIT;
    boolean due = read > 0 && !event.time().isBefore(lastRemark.plus(REMARK_INTERVAL));
    if (!news && !(progress && due)) {
      return;
    }
    StringBuilder text = new StringBuilder();
    if (event.kind() == RunEvent.Kind.WARNING) {
      text.append("warning: ");
    }
    text.append(event.message().orElse(event.stage().orElse(event.state())));
    if (read > 0) {
      text.append(
          String.format(
              Locale.ROOT, " (%,d rows read, %,d written)", read, event.rowsWritten().orElse(0)));
    }
    console.note(text.toString());
    lastRemark = event.time();
  }

  @Override
  public void close() {
    if (!standardOutput) {
      lines.ifPresent(PrintStream::close);
    }
  }
}
