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

import dev.tributary.run.Cancellation;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

/** The command line. */
public final class Main {
  /** The commands that end in good order when asked to; the others end at once at a signal. */
  private static final Set<String> CANCELLABLE = Set.of("run", "sample");

  private Main() {}

  /** Runs the command and ends the process with its exit code. */
  public static void main(String[] args) {
    if (List.of(args).contains("--debug")) {
      // Read by the logging configuration, before the first logger is made.
      System.setProperty("tributary.log.level", "INFO");
    }
    // UTF-8 whatever the locale: documents are read by programs, names are in any language.
    PrintStream out = stream(FileDescriptor.out);
    PrintStream err = stream(FileDescriptor.err);
    System.setOut(err);
    System.setErr(err);
    Cancellation cancellation = new Cancellation();
    if (args.length > 0 && CANCELLABLE.contains(args[0])) {
      Interrupts.cancel(cancellation);
    }
    int exitCode = run(args, out, err, cancellation);
    out.flush();
    err.flush();
    System.exit(exitCode);
  }

  private static PrintStream stream(FileDescriptor descriptor) {
    return new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
  }

  /**
   * Runs a command.
   *
   * @param out gets the result
   * @param err gets everything else
   * @return the exit code: 0 success or nothing to do; 2 usage or invalid spec; 3 a pre-flight
   *     error or a verification mismatch; 4 the run failed; 130 cancelled
   */
  public static int run(String[] args, PrintStream out, PrintStream err) {
    return run(args, out, err, new Cancellation());
  }

  /** As {@link #run(String[], PrintStream, PrintStream)}; a request cancels what is running. */
  static int run(String[] args, PrintStream out, PrintStream err, Cancellation cancellation) {
    return new Tributary(new Console(out, err), cancellation).execute(args);
  }
}
