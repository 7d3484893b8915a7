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

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tributary.changes.ChangeKind;
import dev.tributary.generate.Generator;
import dev.tributary.history.Position;
import dev.tributary.history.SourceCommit;
import dev.tributary.mapping.SchemaDifference;
import dev.tributary.metrics.SnapshotMetrics;
import dev.tributary.preflight.Finding;
import dev.tributary.preflight.PreflightReport;
import dev.tributary.preview.Preview;
import dev.tributary.rows.JsonValues;
import dev.tributary.run.Lag;
import dev.tributary.run.RunEvent;
import dev.tributary.run.RunResult;
import dev.tributary.run.RunResult.RowCounts;
import dev.tributary.spec.Secrets;
import dev.tributary.verify.Verification;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;

/**
 * The JSON documents of the commands. What is not known is null, never 0. Ids of snapshots and
 * commits are texts: most lie beyond what a JSON number holds exactly.
 */
final class Documents {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private Documents() {}

  static ArrayNode history(List<SourceCommit> history) {
    ArrayNode document = NODES.arrayNode();
    for (SourceCommit commit : history) {
      SourceCommit.Figures figures = commit.figures();
      ObjectNode node = document.addObject();
      node.put("id", commit.id());
      node.put("parent_id", commit.parentId().orElse(null));
      put(node, "sequence", commit.sequence());
      node.put("timestamp", commit.timestamp().toString());
      node.put("operation", commit.operation());
      node.put("current", commit.current());
      commit.refs().forEach(node.putArray("refs")::add);
      put(node, "added_rows", figures.addedRows());
      put(node, "deleted_rows", figures.deletedRows());
      put(node, "added_data_files", figures.addedDataFiles());
      put(node, "removed_data_files", figures.removedDataFiles());
      put(node, "added_position_deletes", figures.addedPositionDeletes());
      put(node, "added_equality_deletes", figures.addedEqualityDeletes());
      put(node, "added_dvs", figures.addedDeletionVectors());
      node.put("change_feed", commit.changeFeed().orElse(null));
      node.put("readable", commit.readable());
      node.put("note", commit.note().map(Secrets::redact).orElse(null));
    }
    return document;
  }

  static ObjectNode preview(Preview preview) {
    Types.StructType struct = preview.schema().asStruct();
    ObjectNode document = NODES.objectNode();
    ArrayNode columns = document.putArray("columns");
    ObjectNode types = document.putObject("types");
    for (Types.NestedField field : struct.fields()) {
      columns.add(field.name());
      types.put(field.name(), field.type().toString());
    }
    ArrayNode rows = document.putArray("rows");
    for (Preview.Row row : preview.rows()) {
      ObjectNode node = rows.addObject();
      node.put("change_type", row.kind().name());
      node.put("commit_id", row.commitId());
      node.put("sequence", row.sequence());
      node.put("timestamp", row.timestamp().toString());
      node.set("values", JsonValues.object(struct, row.values()));
    }
    document.putNull("counts");
    preview
        .counts()
        .ifPresent(
            counts -> {
              ObjectNode node = document.putObject("counts");
              List.of(
                      ChangeKind.INSERT,
                      ChangeKind.UPDATE_BEFORE,
                      ChangeKind.UPDATE_AFTER,
                      ChangeKind.DELETE)
                  .forEach(kind -> node.put(kind.name(), counts.getOrDefault(kind, 0L)));
            });
    document.put("truncated", preview.truncated());
    return document;
  }

  static ObjectNode preflight(PreflightReport report) {
    ObjectNode document = NODES.objectNode();
    document.put("ok", report.ok());
    ArrayNode checks = document.putArray("checks");
    for (Finding finding : report.findings()) {
      ObjectNode node = checks.addObject();
      node.put("id", finding.id());
      node.put("severity", word(finding.severity()));
      node.put("area", word(finding.area()));
      node.put("subject", Secrets.redact(finding.subject()));
      node.put("message", Secrets.redact(finding.message()));
      node.put("fix", finding.fix().map(Secrets::redact).orElse(null));
      node.put("alter", finding.alter().orElse(null));
    }
    return document;
  }

  static ObjectNode run(RunResult result) {
    ObjectNode document = NODES.objectNode();
    document.put("status", word(result.status()));
    document.put(
        "committed_through", result.committedThrough().map(Position::commitId).orElse(null));
    put(
        document,
        "committed_sequence",
        result
            .committedThrough()
            .map(p -> OptionalLong.of(p.sequence()))
            .orElse(OptionalLong.empty()));
    document.put(
        "target_snapshot_id",
        result.targetSnapshotId().isPresent()
            ? Long.toString(result.targetSnapshotId().getAsLong())
            : null);
    document.putNull("initial_load");
    result.initialLoad().ifPresent(load -> document.set("initial_load", load(load)));
    document.set("rows", rows(result.rows()));
    document.set("files", files(result.files()));
    document.put("commits", result.commits());
    document.put("seconds", result.elapsed().toMillis() / 1000.0);
    result.alterations().forEach(document.putArray("schema_changes")::add);
    document.put("error", result.error().map(Secrets::redact).orElse(null));
    if (!result.tables().isEmpty()) {
      ArrayNode tables = document.putArray("tables");
      result.tables().forEach(table -> tables.add(table(table)));
    }
    return document;
  }

  private static ObjectNode table(RunResult.TableResult result) {
    ObjectNode node = NODES.objectNode();
    node.put("table", result.table());
    node.put("committed_through", result.committedThrough().map(Position::commitId).orElse(null));
    node.put(
        "target_snapshot_id",
        result.snapshotId().isPresent() ? Long.toString(result.snapshotId().getAsLong()) : null);
    node.set("initial_load", result.initialLoad().map(Documents::load).orElse(null));
    node.set("rows", rows(result.rows()));
    node.set("files", files(result.files()));
    node.put("commits", result.commits());
    return node;
  }

  private static ObjectNode load(RunResult.InitialLoadResult load) {
    ObjectNode node = NODES.objectNode();
    node.put("kind", load.kind());
    node.put("reason", Secrets.redact(load.reason()));
    node.put("rows", load.rows());
    node.put("files", load.files());
    node.put("bytes", load.bytes());
    return node;
  }

  private static ObjectNode rows(RowCounts counts) {
    ObjectNode rows = NODES.objectNode();
    put(rows, "inserted", counts.inserted());
    put(rows, "updated", counts.updated());
    put(rows, "deleted", counts.deleted());
    put(rows, "unmatched_updates", counts.unmatchedUpdates());
    put(rows, "unmatched_deletes", counts.unmatchedDeletes());
    put(rows, "replaced_inserts", counts.replacedInserts());
    rows.put("dead_letter", counts.deadLetter());
    rows.put("not_appended", counts.notAppended());
    return rows;
  }

  private static ObjectNode files(RunResult.FileCounts counts) {
    ObjectNode files = NODES.objectNode();
    files.put("data", counts.data());
    files.put("dv", counts.deletionVectors());
    files.put("position_deletes", counts.positionDeletes());
    files.put("equality_deletes", counts.equalityDeletes());
    return files;
  }

  static ObjectNode event(RunEvent event) {
    ObjectNode node = NODES.objectNode();
    node.put("time", event.time().toString());
    node.put("kind", word(event.kind()));
    node.put("state", event.state());
    node.put("stage", event.stage().orElse(null));
    put(node, "rows_read", event.rowsRead());
    put(node, "rows_written", event.rowsWritten());
    put(node, "bytes", event.bytes());
    put(node, "units_done", event.unitsDone());
    put(node, "units_total", event.unitsTotal());
    node.put("position", event.position().orElse(null));
    node.put("head", event.lag().map(Lag::head).orElse(null));
    node.put("lag_commits", event.lag().map(Lag::commits).orElse(null));
    node.put("lag_seconds", event.lag().map(lag -> lag.behind().toSeconds()).orElse(null));
    put(node, "rows_inserted", event.rows().map(RowCounts::inserted).orElse(OptionalLong.empty()));
    put(node, "rows_updated", event.rows().map(RowCounts::updated).orElse(OptionalLong.empty()));
    put(node, "rows_deleted", event.rows().map(RowCounts::deleted).orElse(OptionalLong.empty()));
    node.put("message", event.message().map(Secrets::redact).orElse(null));
    return node;
  }

  static ObjectNode verification(Verification verification) {
    ObjectNode document = NODES.objectNode();
    document.put("match", verification.match());
    document.put("source_rows", verification.sourceRows());
    document.put("target_rows", verification.targetRows());
    document.put("missing", verification.missing());
    document.put("unexpected", verification.unexpected());
    document.put("different", verification.different());
    ArrayNode examples = document.putArray("examples");
    Types.StructType struct = verification.schema().asStruct();
    for (Verification.Example example : verification.examples()) {
      ObjectNode node = examples.addObject();
      node.put("kind", word(example.kind()));
      ObjectNode key = node.putObject("key");
      Record row = example.source().or(example::target).orElseThrow();
      ObjectNode values = JsonValues.object(struct, row);
      verification.key().forEach(column -> key.set(column, values.get(column)));
      node.set("source", example.source().map(r -> JsonValues.object(struct, r)).orElse(null));
      node.set("target", example.target().map(r -> JsonValues.object(struct, r)).orElse(null));
    }
    document.put("position", verification.position().commitId());
    document.put("dead_letter", verification.inapplicable());
    if (!verification.tables().isEmpty()) {
      ArrayNode tables = document.putArray("tables");
      verification.tables().forEach(table -> tables.add(table(table)));
    }
    return document;
  }

  private static ObjectNode table(Verification.OfTable table) {
    ObjectNode node = NODES.objectNode();
    node.put("table", table.table());
    node.put("exists", table.verification().isPresent());
    node.put("match", table.match());
    node.put("source_rows", table.sourceRows());
    node.put("target_rows", table.verification().map(Verification::targetRows).orElse(0L));
    node.put("missing", table.verification().map(Verification::missing).orElse(table.sourceRows()));
    node.put("unexpected", table.verification().map(Verification::unexpected).orElse(0L));
    node.put("different", table.verification().map(Verification::different).orElse(0L));
    node.put("position", table.verification().map(it -> it.position().commitId()).orElse(null));
    node.put("dead_letter", table.verification().map(Verification::inapplicable).orElse(0L));
    return node;
  }

  static ArrayNode metrics(List<SnapshotMetrics> metrics) {
    ArrayNode document = NODES.arrayNode();
    for (SnapshotMetrics snapshot : metrics) {
      ObjectNode node = snapshot(snapshot);
      snapshot
          .ofTable()
          .ifPresent(
              of -> {
                node.put("table", of.table());
                node.set("of_table", snapshot(of.own()));
              });
      document.add(node);
    }
    return document;
  }

  private static ObjectNode snapshot(SnapshotMetrics snapshot) {
    ObjectNode node = NODES.objectNode();
    node.put("snapshot_id", Long.toString(snapshot.snapshotId()));
    node.put("timestamp", snapshot.timestamp().toString());
    node.put("operation", snapshot.operation());
    put(node, "total_rows", snapshot.totalRows());
    put(node, "live_rows", snapshot.liveRows());
    put(node, "added_rows", snapshot.addedRows());
    put(node, "deleted_rows", snapshot.deletedRows());
    node.put("data_files", snapshot.dataFiles());
    node.put("data_bytes", snapshot.dataBytes());
    node.put("dv_files", snapshot.deletionVectorFiles());
    node.put("dv_bytes", snapshot.deletionVectorBytes());
    node.put("dv_positions", snapshot.deletionVectorPositions());
    node.put("position_delete_files", snapshot.positionDeleteFiles());
    node.put("equality_delete_files", snapshot.equalityDeleteFiles());
    node.put("position", snapshot.position().orElse(null));
    return node;
  }

  static ObjectNode generated(Generator.Form form, String text) {
    return NODES.objectNode().put("form", word(form)).put("text", text);
  }

  static ObjectNode upgrade(String table, int from, int to) {
    return NODES
        .objectNode()
        .put("table", table)
        .put("from_format_version", from)
        .put("format_version", to);
  }

  /**
   * @param verification null: there was nothing to verify
   */
  static ObjectNode sample(Path spec, RunResult result, Verification verification) {
    ObjectNode document = NODES.objectNode();
    document.put("spec", spec.toString());
    document.set("run", run(result));
    document.set(
        "verify", Optional.ofNullable(verification).map(Documents::verification).orElse(null));
    return document;
  }

  static ObjectNode alterations(
      String table, List<SchemaDifference> differences, List<String> done) {
    ObjectNode document = NODES.objectNode();
    document.put("table", table);
    ArrayNode found = document.putArray("differences");
    for (SchemaDifference difference : differences) {
      ObjectNode node = found.addObject();
      node.put("kind", word(difference.kind()));
      node.put("column", difference.column());
      node.put("message", difference.message());
      node.put("alter", difference.alter().orElse(null));
      node.put("additive", difference.additive());
      node.put("obstacle", difference.obstacle().orElse(null));
    }
    done.forEach(document.putArray("altered")::add);
    return document;
  }

  /** What was said of each of several tables. */
  static ObjectNode tables(String template, List<ObjectNode> ofTables) {
    ObjectNode document = NODES.objectNode();
    document.put("table", template);
    ArrayNode tables = document.putArray("tables");
    ofTables.forEach(tables::add);
    return document;
  }

  /** A command that ended without a result. */
  static ObjectNode error(String area, String message) {
    ObjectNode document = NODES.objectNode();
    document.putObject("error").put("area", area).put("message", message);
    return document;
  }

  /** A run that could not start, in the shape of one that failed. */
  static ObjectNode runError(String area, String message) {
    RunResult nothingDone =
        new RunResult(
            RunResult.Status.FAILED,
            Optional.empty(),
            OptionalLong.empty(),
            Optional.empty(),
            RunResult.RowCounts.ZERO,
            RunResult.FileCounts.ZERO,
            0,
            Duration.ZERO,
            Optional.of(message));
    return run(nothingDone).put("area", area);
  }

  /** A constant as documents spell it. */
  static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static void put(ObjectNode node, String name, OptionalLong value) {
    if (value.isPresent()) {
      node.put(name, value.getAsLong());
    } else {
      node.putNull(name);
    }
  }
}
