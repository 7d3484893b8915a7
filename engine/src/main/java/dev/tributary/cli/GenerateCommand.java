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

import dev.tributary.generate.Generator;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes the migration down in another form. */
@Command(
    name = "generate",
    description =
        "Writes the equivalent Java program, Managed I/O config, launch command or check query.")
final class GenerateCommand extends SpecCommand {
  @Parameters(paramLabel = "SPEC", description = "The spec file.")
  private Path spec;

  @Option(
      names = "--as",
      required = true,
      paramLabel = "FORM",
      description = "One of java, yaml, command, sql.")
  private Generator.Form form;

  GenerateCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() {
    String text = Generator.generate(read(spec), form, spec.toString());
    if (json()) {
      console().document(Documents.generated(form, text));
    } else {
      console().text(text.stripTrailing());
    }
    return Tributary.SUCCESS;
  }
}
