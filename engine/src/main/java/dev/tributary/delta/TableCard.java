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
package dev.tributary.delta;

import dev.tributary.delta.DeltaHistory.LoggedCommit;
import dev.tributary.delta.TableMetadata.ColumnMapping;
import dev.tributary.source.SourceDescription;
import io.delta.kernel.internal.actions.Protocol;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;

/** Describes a table for people. */
final class TableCard {
  private TableCard() {}

  static SourceDescription of(DeltaLog log, DeltaHistory history, DeltaSchema schema) {
    Protocol protocol = log.latest().getProtocol();
    TableMetadata metadata = TableMetadata.of(log.latest().getMetadata());
    List<FileAction> files = StateFiles.read(log, log.latest());
    return new SourceDescription(
        String.format(
            "Delta, reader %d, writer %d",
            protocol.getMinReaderVersion(), protocol.getMinWriterVersion()),
        log.storage().root(),
        CommitFigures.sum(files, FileAction::liveRows),
        CommitFigures.sum(files, FileAction::bytes),
        OptionalLong.of(files.size()),
        Optional.of(last(history.commits()).commit().timestamp()),
        metadata.partitionColumns(),
        List.of(),
        features(protocol, metadata, files),
        problems(history, schema));
  }

  private static List<String> features(
      Protocol protocol, TableMetadata metadata, List<FileAction> files) {
    List<String> features = new ArrayList<>();
    features.add("change data feed " + (metadata.changeFeed() ? "on" : "off"));
    long vectors = files.stream().filter(file -> !file.vector().isEmpty()).count();
    if (vectors > 0) {
      features.add("deletion vectors on " + vectors + (vectors == 1 ? " file" : " files"));
    }
    if (metadata.columnMapping() != ColumnMapping.NONE) {
      features.add("column mapping by " + metadata.columnMapping().name().toLowerCase(Locale.ROOT));
    }
    if (metadata.inCommitTimestamps()) {
      features.add("in-commit timestamps");
    }
    TreeSet<String> named = new TreeSet<>(protocol.getReaderAndWriterFeatures());
    if (!named.isEmpty()) {
      features.add("table features: " + String.join(", ", named));
    }
    return features;
  }

  private static List<String> problems(DeltaHistory history, DeltaSchema schema) {
    List<String> problems = new ArrayList<>();
    schema
        .leftOut()
        .forEach(
            (column, reason) ->
                problems.add("Column '" + column + "' is left out: " + reason + "."));
    List<LoggedCommit> unreadable =
        history.commits().stream().filter(commit -> commit.unreadable().isPresent()).toList();
    if (!unreadable.isEmpty()) {
      LoggedCommit last = last(unreadable);
      problems.add(
          String.format(
              "Changes of %d of %d versions cannot be read, the last of them %d: %s.",
              unreadable.size(),
              history.commits().size(),
              last.version(),
              last.unreadable().get()));
    }
    return problems;
  }

  private static LoggedCommit last(List<LoggedCommit> commits) {
    return commits.get(commits.size() - 1);
  }
}
