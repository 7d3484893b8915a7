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
package dev.tributary.generate;

import dev.tributary.spec.MigrationSpec;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The command that runs the migration, for a POSIX shell. */
final class LaunchCommand {
  private static final Pattern VARIABLE = Pattern.compile("(?<!\\$)\\$\\{(\\w+)}");

  private final MigrationSpec spec;
  private final String specFile;

  LaunchCommand(MigrationSpec spec, String specFile) {
    this.spec = spec;
    this.specFile = specFile;
  }

  String text() {
    // The launcher says how it was called.
    String launcher = System.getProperty("tributary.command", "tributary");
    StringBuilder text = new StringBuilder();
    Set<String> variables = new TreeSet<>();
    spec.references()
        .byPath()
        .values()
        .forEach(
            reference -> {
              Matcher matcher = VARIABLE.matcher(reference.text());
              while (matcher.find()) {
                variables.add(matcher.group(1));
              }
            });
    if (!variables.isEmpty()) {
      text.append("# Needs in the environment: ").append(String.join(", ", variables)).append('\n');
    }
    return text.append(quoted(launcher))
        .append(" run ")
        .append(quoted(file()))
        .append('\n')
        .toString();
  }

  /** A file whose name could be taken for an option is named through its folder. */
  private String file() {
    return specFile.startsWith("-") ? "./" + specFile : specFile;
  }

  private static String quoted(String word) {
    return word.matches("[A-Za-z0-9_@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
