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
package dev.tributary.app.wizard;

import dev.tributary.app.task.Failure;
import dev.tributary.app.text.Texts;
import java.util.List;
import java.util.Optional;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;

/** Where the wizard stands and where it can go. */
public final class WizardViewModel implements WizardNavigator {
  private final Texts texts;
  private final ReadOnlyObjectWrapper<Step> current = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyStringWrapper missing = new ReadOnlyStringWrapper("");
  private final ReadOnlyStringWrapper nextLabel = new ReadOnlyStringWrapper("");
  private final ReadOnlyBooleanWrapper canGoBack = new ReadOnlyBooleanWrapper();
  private final ReadOnlyBooleanWrapper hasNext = new ReadOnlyBooleanWrapper();
  private List<Step> steps = List.of();

  /** A wizard without pages; {@link #start} gives it some. */
  public WizardViewModel(Texts texts) {
    this.texts = texts;
  }

  /**
   * Takes the pages, in order, and enters the first one. Pages that need this object as their
   * navigator can be made in between.
   */
  public void start(List<? extends WizardPageModel> pages) {
    steps = pages.stream().map(Step::new).toList();
    for (Step step : steps) {
      step.page.readiness().addListener((property, before, now) -> refresh());
      step.page.output().addListener((property, before, now) -> outputChanged(step));
    }
    enter(steps.get(0));
  }

  /** The steps, in order. */
  public List<Step> steps() {
    return steps;
  }

  /** The step in view. */
  public ReadOnlyObjectProperty<Step> current() {
    return current.getReadOnlyProperty();
  }

  /** What is missing to go on; empty when nothing is. */
  public ReadOnlyStringProperty missing() {
    return missing.getReadOnlyProperty();
  }

  /** The words on the Next button, which name the next page. */
  public ReadOnlyStringProperty nextLabel() {
    return nextLabel.getReadOnlyProperty();
  }

  /** Whether there is a page before this one. */
  public ReadOnlyBooleanProperty canGoBack() {
    return canGoBack.getReadOnlyProperty();
  }

  /** Whether there is a page after this one. */
  public ReadOnlyBooleanProperty hasNext() {
    return hasNext.getReadOnlyProperty();
  }

  /** Goes on, or has the page point out what is missing. */
  public void next() {
    int index = steps.indexOf(current.get());
    if (index + 1 >= steps.size()) {
      return;
    }
    if (current.get().page.readiness().getValue().ready()) {
      move(steps.get(index + 1));
    } else {
      current.get().page.pointOutMissing();
    }
  }

  /** Goes to the page before. */
  public void back() {
    int index = steps.indexOf(current.get());
    if (index > 0) {
      move(steps.get(index - 1));
    }
  }

  /** Whether {@link #goTo} would lead there: back always, forward over pages that are ready. */
  public boolean canGoTo(PageId page) {
    int to = indexOf(page);
    for (int i = steps.indexOf(current.get()); i < to; i++) {
      Step step = steps.get(i);
      if (step.stale || !step.page.readiness().getValue().ready()) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void goTo(PageId page) {
    Step step = steps.get(indexOf(page));
    if (step == current.get()) {
      return;
    }
    if (canGoTo(page)) {
      move(step);
    } else {
      current.get().page.pointOutMissing();
    }
  }

  @Override
  public void report(Failure failure) {
    failure
        .area()
        .map(PageId::of)
        .map(page -> steps.get(indexOf(page)))
        .filter(step -> step != current.get())
        .ifPresent(step -> step.failure.set(Optional.of(failure)));
    refresh();
  }

  @Override
  public void takeBackReports() {
    steps.forEach(step -> step.failure.set(Optional.empty()));
    refresh();
  }

  /** Puts away the failure that another page reported to the current one. */
  public void dismissFailure() {
    current.get().failure.set(Optional.empty());
    refresh();
  }

  /** Leaves the page in view, because the migration is being closed. */
  public void close() {
    current.get().page.leave();
  }

  private int indexOf(PageId page) {
    for (int i = 0; i < steps.size(); i++) {
      if (steps.get(i).id() == page) {
        return i;
      }
    }
    throw new IllegalArgumentException("The wizard has no page " + page);
  }

  private void move(Step to) {
    current.get().page.leave();
    enter(to);
  }

  private void enter(Step step) {
    Visit visit = !step.visited ? Visit.FIRST : step.stale ? Visit.STALE : Visit.AGAIN;
    step.visited = true;
    step.stale = false;
    current.set(step);
    step.page.enter(visit);
    refresh();
  }

  private void outputChanged(Step changed) {
    changed.failure.set(Optional.empty());
    for (int i = steps.indexOf(changed) + 1; i < steps.size(); i++) {
      Step later = steps.get(i);
      later.stale = later.visited && later != current.get();
    }
    refresh();
  }

  private void refresh() {
    Step now = current.get();
    if (now == null) {
      return;
    }
    for (Step step : steps) {
      step.state.set(state(step));
    }
    int index = steps.indexOf(now);
    canGoBack.set(index > 0);
    hasNext.set(index + 1 < steps.size());
    missing.set(now.page.readiness().getValue().reason());
    nextLabel.set(
        hasNext.get() ? texts.text("wizard.next", texts.name(steps.get(index + 1).id())) : "");
  }

  private StepState state(Step step) {
    if (step == current.get()) {
      return StepState.CURRENT;
    }
    if (step.failure.get().isPresent()) {
      return StepState.BLOCKED;
    }
    if (!step.visited) {
      return StepState.TODO;
    }
    if (step.stale) {
      return StepState.STALE;
    }
    Readiness readiness = step.page.readiness().getValue();
    if (readiness instanceof Readiness.Blocked) {
      return StepState.BLOCKED;
    }
    return readiness.ready() ? StepState.DONE : StepState.TODO;
  }
}
