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

import dev.tributary.history.SourceCommit;
import dev.tributary.migration.SourceTables;
import dev.tributary.source.SourceTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Lists the source's commits. */
@Command(name = "history", description = "Lists the source's snapshots or commits, newest first.")
final class HistoryCommand extends SpecCommand {
  @Parameters(paramLabel = "SPEC", description = "The spec file.")
  private Path spec;

  HistoryCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() throws IOException {
    List<SourceCommit> history;
    try (SourceTable source = SourceTables.open(read(spec).source())) {
      history = source.history();
    }
    if (json()) {
      console().document(Documents.history(history));
      return Tributary.SUCCESS;
    }
    TextTable table =
        new TextTable(
            "id",
            "time (UTC)",
            "operation",
            "+rows",
            "-rows",
            "+files",
            "-files",
            "+pos.del.",
            "+eq.del.",
            "+DVs",
            "refs",
            "note");
    for (SourceCommit commit : history) {
      SourceCommit.Figures figures = commit.figures();
      table.row(
          commit.id(),
          TextTable.time(commit.timestamp()),
          commit.operation(),
          figures.addedRows(),
          figures.deletedRows(),
          figures.addedDataFiles(),
          figures.removedDataFiles(),
          figures.addedPositionDeletes(),
          figures.addedEqualityDeletes(),
          figures.addedDeletionVectors(),
          String.join(", ", commit.refs()),
          commit.note().orElse(commit.readable() ? "" : "cannot be read"));
    }
    console().text(table.toString());
    return Tributary.SUCCESS;
  }
}
