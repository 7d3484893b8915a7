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

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tributary.errors.TargetException;
import dev.tributary.mapping.SchemaDifference;
import dev.tributary.run.TargetAlteration;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.TableTemplate;
import dev.tributary.target.DestinationTables;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tributary alter}. */
@Command(
    name = "alter",
    description = {
      "Shows how the target's columns differ from the source's, and the ALTER statements that bring"
          + " them in line.",
      "With --yes it does what the statements do."
    })
final class AlterCommand extends SpecCommand {

  @Parameters(paramLabel = "SPEC", description = "The spec file.")
  private Path spec;

  @Option(names = "--yes", description = "Alter the target.")
  private boolean confirmed;

  AlterCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() {
    MigrationSpec migration = read(spec);
    if (TableTemplate.of(migration.target()).isEmpty()) {
      Altered altered = alter(migration);
      if (json()) {
        console().document(altered.document());
      }
      return altered.exitCode();
    }
    List<String> tables = DestinationTables.names(migration.target());
    if (tables.isEmpty()) {
      throw missing(migration.target().table());
    }
    List<Altered> all = tables.stream().map(table -> alter(migration.into(table))).toList();
    if (json()) {
      console()
          .document(
              Documents.tables(
                  migration.target().table(), all.stream().map(Altered::document).toList()));
    }
    return all.stream().mapToInt(Altered::exitCode).max().orElseThrow();
  }

  private record Altered(ObjectNode document, int exitCode) {}

  private Altered alter(MigrationSpec migration) {
    String table = migration.target().table();
    TargetAlteration alteration = TargetAlteration.of(migration).orElseThrow(() -> missing(table));
    List<SchemaDifference> differences = alteration.differences();
    List<String> done = confirmed ? alteration.apply() : List.of();
    if (!json()) {
      differences.forEach(this::print);
      console().text(summary(table, differences, done));
    }
    return new Altered(
        Documents.alterations(table, differences, done),
        confirmed || differences.isEmpty() ? Tributary.SUCCESS : Tributary.MISMATCH);
  }

  private static TargetException missing(String table) {
    return new TargetException(
        String.format(
            "Cannot alter %s: there is no such table, and the first run creates it with the columns"
                + " that it needs.",
            table));
  }

  private void print(SchemaDifference difference) {
    console()
        .text(
            difference.message()
                + difference.obstacle().map(why -> " (" + why + ")").orElse("")
                + difference.alter().map(statement -> "\n  " + statement + ";").orElse(""));
  }

  private static String summary(
      String table, List<SchemaDifference> differences, List<String> done) {
    if (differences.isEmpty()) {
      return String.format("Nothing to do: the columns of %s fit.", table);
    }
    return done.isEmpty()
        ? String.format("The columns of %s do not fit. With --yes they are altered so.", table)
        : String.format("The columns of %s fit now.", table);
  }
}
