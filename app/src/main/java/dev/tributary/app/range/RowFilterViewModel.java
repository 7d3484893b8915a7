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
import dev.tributary.app.task.RunningTask;
import dev.tributary.app.task.TaskExecutor;
import dev.tributary.history.Position;
import dev.tributary.migration.SourceTables;
import dev.tributary.source.SourceTable;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.Specs;
import java.io.IOException;
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
    draft.source().addListener((property, before, now) -> show());
    show();
  }

  private void show() {
    text.set(draft.source().get().filter().orElse(""));
  }

  /** Takes the text over, and checks it in the background. */
  public void apply() {
    Optional<String> wanted = Optional.of(text.get().strip()).filter(it -> !it.isEmpty());
    if (wanted.equals(draft.source().get().filter())) {
      return;
    }
    check.cancel();
    problem.set("");
    draft.changeSource(source -> source.filter(wanted));
    if (wanted.isEmpty()) {
      return;
    }
    MigrationSpec spec = draft.sourceOnly();
    check =
        BackgroundTask.of(control -> bind(spec))
            .onFailure(failure -> problem.set(failure.message()))
            .executeWith(executor);
  }

  private static Optional<Position> bind(MigrationSpec written) throws IOException {
    try (SourceTable source = SourceTables.open(Specs.resolve(written).source())) {
      Optional<Position> end = source.range().end();
      // Finds the columns that the condition names, and compares its types with theirs.
      end.ifPresent(source::changeCondition);
      return end;
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
