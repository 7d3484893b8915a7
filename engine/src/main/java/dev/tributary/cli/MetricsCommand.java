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

import dev.tributary.metrics.SnapshotMetrics;
import dev.tributary.metrics.TargetMetrics;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows what the target's metadata says of its snapshots. */
@Command(
    name = "metrics",
    description = "Shows the metrics of each snapshot of the target, oldest first.")
final class MetricsCommand extends SpecCommand {
  @Parameters(paramLabel = "SPEC", description = "The spec file.")
  private Path spec;

  MetricsCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() {
    List<SnapshotMetrics> metrics = TargetMetrics.read(read(spec).target());
    if (json()) {
      console().document(Documents.metrics(metrics));
      return Tributary.SUCCESS;
    }
    boolean several = metrics.stream().anyMatch(snapshot -> snapshot.ofTable().isPresent());
    List<String> titles =
        new ArrayList<>(
            List.of(
                "snapshot",
                "time (UTC)",
                "operation",
                "live rows",
                "rows",
                "+rows",
                "-rows",
                "data files",
                "data bytes",
                "DV files",
                "DV bytes",
                "DV positions",
                "pos.del. files",
                "eq.del. files",
                "source commit"));
    if (several) {
      titles.add("table; the others are sums of all");
    }
    TextTable table = new TextTable(titles.toArray(String[]::new));
    for (SnapshotMetrics snapshot : metrics) {
      List<Object> cells =
          new ArrayList<>(
              List.of(
                  Long.toString(snapshot.snapshotId()),
                  TextTable.time(snapshot.timestamp()),
                  snapshot.operation(),
                  snapshot.liveRows(),
                  snapshot.totalRows(),
                  snapshot.addedRows(),
                  snapshot.deletedRows(),
                  snapshot.dataFiles(),
                  snapshot.dataBytes(),
                  snapshot.deletionVectorFiles(),
                  snapshot.deletionVectorBytes(),
                  snapshot.deletionVectorPositions(),
                  snapshot.positionDeleteFiles(),
                  snapshot.equalityDeleteFiles(),
                  snapshot.position().orElse("")));
      snapshot.ofTable().ifPresent(of -> cells.add(of.table()));
      table.row(cells.toArray());
    }
    console().text(table.toString());
    return Tributary.SUCCESS;
  }
}
