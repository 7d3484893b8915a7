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

import dev.tributary.history.Position;
import dev.tributary.run.RunResult;
import dev.tributary.run.RunResult.FileCounts;
import dev.tributary.run.RunResult.RowCounts;
import dev.tributary.spec.Secrets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A run's result in a few lines for people. */
final class RunReport {
  private RunReport() {}

  static String of(RunResult result) {
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "%s in %.1f s%s.",
            switch (result.status()) {
              case SUCCEEDED -> "Succeeded";
              case NOTHING_TO_DO -> "Nothing to do";
              case FAILED -> "Failed";
              case CANCELLED -> "Cancelled";
            },
            result.elapsed().toMillis() / 1000.0,
            result
                .committedThrough()
                .map(position -> "; the target is committed through " + position.commitId())
                .orElse("")));
    if (result.status() == RunResult.Status.NOTHING_TO_DO) {
      return lines.get(0);
    }
    result
        .initialLoad()
        .ifPresent(
            load ->
                lines.add(
                    String.format(
                        "Initial load: %s, %d rows in %d files (%s).",
                        load.kind(), load.rows(), load.files(), Secrets.redact(load.reason()))));
    RowCounts rows = result.rows();
    lines.add(rows(rows));
    if (Math.max(
            rows.unmatchedUpdates().orElse(0),
            Math.max(rows.unmatchedDeletes().orElse(0), rows.replacedInserts().orElse(0)))
        > 0) {
      lines.add(
          String.format(
              "Unexpected: %d updates and %d deletes of absent keys, %d inserts of present keys.",
              rows.unmatchedUpdates().orElse(0),
              rows.unmatchedDeletes().orElse(0),
              rows.replacedInserts().orElse(0)));
    }
    if (rows.deadLetter() > 0) {
      lines.add(String.format("Not applied: %d rows, see the dead letter.", rows.deadLetter()));
    }
    FileCounts files = result.files();
    lines.add(
        String.format(
            "Files: %d data, %d deletion vectors, %d position deletes, %d equality deletes, in %d"
                + " commits.",
            files.data(),
            files.deletionVectors(),
            files.positionDeletes(),
            files.equalityDeletes(),
            result.commits()));
    if (!result.tables().isEmpty()) {
      TextTable tables =
          new TextTable("table", "loaded", "inserted", "updated", "deleted", "commits", "through");
      for (RunResult.TableResult table : result.tables()) {
        tables.row(
            table.table(),
            table.initialLoad().map(load -> Long.toString(load.rows())).orElse("0"),
            table.rows().inserted(),
            table.rows().updated(),
            table.rows().deleted(),
            table.commits(),
            table.committedThrough().map(Position::commitId).orElse(""));
      }
      lines.add(tables.toString());
    }
    return String.join("\n", lines);
  }

  private static String rows(RowCounts rows) {
    return rows.inserted().isPresent() && rows.updated().isPresent() && rows.deleted().isPresent()
        ? String.format(
            "Rows: %d inserted, %d updated, %d deleted.",
            rows.inserted().getAsLong(), rows.updated().getAsLong(), rows.deleted().getAsLong())
        : "Rows: not counted by what happened to them, since equality deletes look for none.";
  }
}
