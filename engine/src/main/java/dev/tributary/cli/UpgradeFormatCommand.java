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
import dev.tributary.errors.SpecException;
import dev.tributary.errors.TargetException;
import dev.tributary.spec.TableTemplate;
import dev.tributary.spec.TargetSpec;
import dev.tributary.target.CommitAttempts;
import dev.tributary.target.DestinationTables;
import dev.tributary.target.TargetTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.TableUtil;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Upgrades the target to a newer format version, for which there is no way back. */
@Command(
    name = "upgrade-format",
    description = "Upgrades the target to format version 3, which has deletion vectors.")
final class UpgradeFormatCommand extends SpecCommand {
  private static final int SUPPORTED = 3;

  @Parameters(paramLabel = "SPEC", description = "The spec file.")
  private Path spec;

  @Option(names = "--to", required = true, paramLabel = "VERSION", description = "3")
  private int version;

  @Option(names = "--yes", description = "Confirm: there is no way back.")
  private boolean confirmed;

  UpgradeFormatCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() {
    if (version != SUPPORTED) {
      throw new SpecException(
          String.format("Cannot upgrade to format version %d: give --to 3.", version));
    }
    TargetSpec target = read(spec).target();
    if (TableTemplate.of(target).isEmpty()) {
      report(target.table(), upgradeAtOnce(target));
      return Tributary.SUCCESS;
    }
    List<String> tables = DestinationTables.names(target);
    if (tables.isEmpty()) {
      throw missing(target.table());
    }
    List<ObjectNode> documents = new ArrayList<>();
    for (String table : tables) {
      int from = upgradeAtOnce(target.toBuilder().table(table).build());
      documents.add(Documents.upgrade(table, from, Math.max(from, version)));
      if (!json()) {
        report(table, from);
      }
    }
    if (json()) {
      console().document(Documents.tables(target.table(), documents));
    }
    return Tributary.SUCCESS;
  }

  /** Upgrades a table and returns the format version that it had. */
  private int upgradeAtOnce(TargetSpec target) {
    int from;
    try (TargetTable open = open(target)) {
      from = TableUtil.formatVersion(open.table());
    }
    if (from < version) {
      if (!confirmed) {
        throw new SpecException(
            String.format(
                "Upgrading %s from format version %d to %d cannot be undone, and readers that do"
                    + " not know version %d can no longer read it: add --yes to do it.",
                target.table(), from, version, version));
      }
      CommitAttempts.repeat(target.table(), () -> upgrade(target), e -> beaten(target, e));
    }
    return from;
  }

  private static TargetTable open(TargetSpec target) {
    return TargetTable.open(target).orElseThrow(() -> missing(target.table()));
  }

  private static TargetException missing(String table) {
    return new TargetException(
        String.format(
            "Cannot upgrade %s: there is no such table; set table_properties {format-version:"
                + " \"3\"} and it is created so.",
            table));
  }

  private int upgrade(TargetSpec target) {
    try (TargetTable open = open(target)) {
      if (TableUtil.formatVersion(open.table()) < version) {
        open.table()
            .updateProperties()
            .set(TableProperties.FORMAT_VERSION, Integer.toString(version))
            .commit();
      }
      return version;
    }
  }

  private static TargetException beaten(TargetSpec target, RuntimeException conflict) {
    return new TargetException(
        String.format(
            "Cannot upgrade %s: other writers keep committing first. Try again when they are done.",
            target.table()),
        conflict);
  }

  private void report(String table, int from) {
    if (json()) {
      console().document(Documents.upgrade(table, from, Math.max(from, version)));
    } else if (from < version) {
      console().text(String.format("%s has format version %d now.", table, version));
    } else {
      console().text(String.format("Nothing to do: %s has format version %d.", table, from));
    }
  }
}
