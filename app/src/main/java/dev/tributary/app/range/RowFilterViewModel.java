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
package dev.tributary.app.range;

import dev.tributary.app.draft.MigrationDraft;
import dev.tributary.app.task.BackgroundTask;
import dev.tributary.app.task.Failure;
import dev.tributary.app.task.RunningTask;
import dev.tributary.app.task.TaskExecutor;
import dev.tributary.errors.Area;
import dev.tributary.migration.SourceTables;
import dev.tributary.source.SourceTable;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.SourceSpec;
import dev.tributary.spec.Specs;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;

/** The condition that rows of the source have to meet, checked against its columns. */
public final class RowFilterViewModel {
  private final MigrationDraft draft;
  private final TaskExecutor executor;
  private final StringProperty text = new SimpleStringProperty(this, "text", "");
  private final ReadOnlyStringWrapper problem = new ReadOnlyStringWrapper(this, "problem", "");
  private RunningTask check = RunningTask.none();

  RowFilterViewModel(MigrationDraft draft, TaskExecutor executor) {
    this.draft = draft;
    this.executor = executor;
    draft
        .source()
        .addListener(
            (property, before, now) -> {
              show();
              if (!checked(before).equals(checked(now))) {
                check();
              }
            });
    draft.facts().addListener((property, before, now) -> check());
    show();
    check();
  }

  /** What the check depends on, besides the table itself: the end of the range decides columns. */
  private static List<Object> checked(SourceSpec source) {
    return List.of(source.from(), source.to(), source.filter());
  }

  private void show() {
    text.set(draft.source().get().filter().orElse(""));
  }

  /** Takes the text over, and checks it in the background. */
  public void apply() {
    Optional<String> wanted = Optional.of(text.get().strip()).filter(it -> !it.isEmpty());
    if (!wanted.equals(draft.source().get().filter())) {
      draft.changeSource(source -> source.filter(wanted));
    } else if (!problem.get().isEmpty()) {
      check();
    }
  }

  /** What was wrong may be so no longer, or not in another table. */
  private void check() {
    check.cancel();
    problem.set("");
    if (draft.facts().get().isEmpty() || draft.source().get().filter().isEmpty()) {
      return;
    }
    MigrationSpec spec = draft.sourceOnly();
    check = BackgroundTask.of(control -> bound(spec)).onFailure(this::failed).executeWith(executor);
  }

  private void failed(Failure failure) {
    // What is wrong with the range says the page itself, for as long as it is wrong.
    if (!failure.area().equals(Optional.of(Area.RANGE))) {
      problem.set(failure.message());
    }
  }

  /** Finds the columns that the condition names, and compares its types with theirs. */
  private static Optional<String> bound(MigrationSpec written) throws IOException {
    try (SourceTable source = SourceTables.open(Specs.resolve(written).source())) {
      return source.range().end().flatMap(source::changeCondition);
    }
  }

  /** The condition in SQL; blank for none. */
  public StringProperty text() {
    return text;
  }

  /** What is wrong with the condition; blank if nothing is, as far as is known. */
  public ReadOnlyStringProperty problem() {
    return problem.getReadOnlyProperty();
  }
}
