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

import java.io.PrintStream;

/** The command line. */
public final class Main {
  private Main() {}

  /** Runs the command and ends the process with its exit code. */
  public static void main(String[] args) {
    System.exit(run(args, System.out, System.err));
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
    throw new UnsupportedOperationException("Not wired yet");
  }
}
