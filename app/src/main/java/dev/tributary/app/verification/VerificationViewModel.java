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
package dev.tributary.app.verification;

import dev.tributary.app.task.BackgroundTask;
import dev.tributary.app.task.Failure;
import dev.tributary.app.task.RunningTask;
import dev.tributary.app.task.TaskExecutor;
import dev.tributary.app.text.Texts;
import dev.tributary.rows.JsonValues;
import dev.tributary.spec.Specs;
import dev.tributary.verify.Verification;
import dev.tributary.verify.Verifier;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;

/** Compares a target with its source, and puts the result into words. */
public final class VerificationViewModel {
  private final Path specFile;
  private final TaskExecutor executor;
  private final Texts texts;

  private final ReadOnlyBooleanWrapper running = new ReadOnlyBooleanWrapper(this, "running");
  private final ReadOnlyStringWrapper progress = new ReadOnlyStringWrapper(this, "progress", "");
  private final ReadOnlyStringWrapper verdict = new ReadOnlyStringWrapper(this, "verdict", "");
  private final ReadOnlyObjectWrapper<Optional<Boolean>> match =
      new ReadOnlyObjectWrapper<>(this, "match", Optional.empty());
  private final ReadOnlyObjectWrapper<Optional<Failure>> failure =
      new ReadOnlyObjectWrapper<>(this, "failure", Optional.empty());
  private final ObservableList<Count> counts = FXCollections.observableArrayList();
  private final ObservableList<DifferenceRow> differences = FXCollections.observableArrayList();
  private final ObservableList<String> columns = FXCollections.observableArrayList();
  private RunningTask task = RunningTask.none();

  /**
   * A number of the result.
   *
   * @param id stable, for the node that shows it
   */
  public record Count(String id, String name, String value) {}

  /** A comparison that has not started. */
  public VerificationViewModel(Path specFile, TaskExecutor executor, Texts texts) {
    this.specFile = specFile;
    this.executor = executor;
    this.texts = texts;
  }

  /** Reads both tables and compares them. */
  public void verify() {
    task.cancel();
    failure.set(Optional.empty());
    match.set(Optional.empty());
    verdict.set("");
    counts.clear();
    columns.clear();
    differences.clear();
    progress.set(texts.text("verify.running"));
    running.set(true);
    task =
        BackgroundTask.of(
                control ->
                    Verifier.verify(
                        Specs.read(specFile), rows -> control.progress(-1, Long.toString(rows))))
            .onProgress(
                now -> progress.set(texts.text("verify.progress", Long.parseLong(now.message()))))
            .onSuccess(this::show)
            .onFailure(reason -> failure.set(Optional.of(reason)))
            .onCancelled(() -> verdict.set(texts.text("verify.cancelled")))
            .onFinished(() -> running.set(false))
            .executeWith(executor);
  }

  /** Gives the comparison up. */
  public void cancel() {
    task.cancel();
  }

  void show(Verification result) {
    match.set(Optional.of(result.match()));
    verdict.set(
        texts.text(
            result.match() ? "verify.match" : "verify.mismatch",
            result.targetRows(),
            result.position().commitId(),
            result.missing() + result.unexpected() + result.different()));
    counts.setAll(
        count("source-rows", result.sourceRows()),
        count("target-rows", result.targetRows()),
        count("missing", result.missing()),
        count("unexpected", result.unexpected()),
        count("different", result.different()));
    columns.setAll(
        result.schema().columns().stream()
            .map(Types.NestedField::name)
            .filter(name -> !result.key().contains(name))
            .toList());
    differences.setAll(result.examples().stream().map(example -> row(result, example)).toList());
  }

  private Count count(String id, long value) {
    return new Count(id, texts.text("verify.count." + id), texts.formats().number(value));
  }

  private static DifferenceRow row(Verification result, Verification.Example example) {
    Optional<Map<String, String>> source = example.source().map(row -> cells(result, row));
    Optional<Map<String, String>> target = example.target().map(row -> cells(result, row));
    Map<String, String> any = source.or(() -> target).orElseGet(Map::of);
    String key =
        result.key().stream()
            .map(column -> column + "=" + any.get(column))
            .collect(Collectors.joining(", "));
    return new DifferenceRow(example.kind(), key, source, target);
  }

  private static Map<String, String> cells(Verification result, Record row) {
    Map<String, String> cells = new LinkedHashMap<>();
    List<Types.NestedField> fields = result.schema().columns();
    for (int i = 0; i < fields.size(); i++) {
      com.fasterxml.jackson.databind.JsonNode value =
          JsonValues.value(fields.get(i).type(), row.get(i));
      cells.put(fields.get(i).name(), value.isTextual() ? value.asText() : value.toString());
    }
    return cells;
  }

  /** Whether the comparison is going on. */
  public ReadOnlyBooleanProperty running() {
    return running.getReadOnlyProperty();
  }

  /** How far it is. */
  public ReadOnlyStringProperty progress() {
    return progress.getReadOnlyProperty();
  }

  /** The verdict in one sentence; blank while there is none. */
  public ReadOnlyStringProperty verdict() {
    return verdict.getReadOnlyProperty();
  }

  /** Whether the tables are equal; empty while that is not known. */
  public ReadOnlyObjectProperty<Optional<Boolean>> match() {
    return match.getReadOnlyProperty();
  }

  /** Why the tables could not be compared. */
  public ReadOnlyObjectProperty<Optional<Failure>> failure() {
    return failure.getReadOnlyProperty();
  }

  /** The numbers. */
  public ObservableList<Count> counts() {
    return counts;
  }

  /** Some of the keys that differ. */
  public ObservableList<DifferenceRow> differences() {
    return differences;
  }

  /** Columns beside the key. */
  public ObservableList<String> columns() {
    return columns;
  }
}
