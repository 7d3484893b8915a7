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

import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.Specs;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What all commands take. */
@Command(mixinStandardHelpOptions = true, usageHelpAutoWidth = true)
abstract class SpecCommand implements Callable<Integer> {
  private final Console console;

  @Option(
      names = "--json",
      description = "Write one JSON document to the standard output, all else to the other.")
  private boolean json;

  @Option(names = "--debug", description = "Add the stack trace to errors, and log more.")
  @SuppressWarnings("unused") // Read from the arguments where errors are handled.
  private boolean debug;

  SpecCommand(Console console) {
    this.console = console;
  }

  Console console() {
    return console;
  }

  boolean json() {
    return json;
  }

  static MigrationSpec read(Path spec) {
    return Specs.read(spec);
  }
}
