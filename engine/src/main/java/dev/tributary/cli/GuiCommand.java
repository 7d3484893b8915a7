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
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Opens the desktop app, which is not part of the engine and may be absent. */
@Command(name = "gui", description = "Opens the desktop app.")
final class GuiCommand extends SpecCommand {
  private static final String APP = "dev.tributary.app.Main";

  @Parameters(
      arity = "0..1",
      paramLabel = "SPEC",
      description = "The migration to open; without it, the list of migrations.")
  private Path spec;

  GuiCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() {
    if (spec != null && !Files.isRegularFile(spec)) {
      throw new SpecException(
          String.format("Cannot open the spec %s: there is no such file.", spec));
    }
    String[] args = spec == null ? new String[0] : new String[] {spec.toString()};
    try {
      Class.forName(APP).getMethod("main", String[].class).invoke(null, (Object) args);
      return Tributary.SUCCESS;
    } catch (ClassNotFoundException e) {
      throw new SpecException(
          "The desktop app is not part of this installation: start it with the launcher 'tributary"
              + " gui', or use a command; see 'tributary --help'.",
          e);
    } catch (InvocationTargetException e) {
      throw new IllegalStateException(
          "The desktop app could not start: " + e.getCause().getMessage(), e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("The desktop app could not start: " + e.getMessage(), e);
    }
  }
}
