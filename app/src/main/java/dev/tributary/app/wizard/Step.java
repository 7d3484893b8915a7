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
import java.util.Optional;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;

/** One entry of the step list. Only the {@link WizardViewModel} changes it. */
public final class Step {
  final WizardPageModel page;
  final ReadOnlyObjectWrapper<StepState> state = new ReadOnlyObjectWrapper<>(StepState.TODO);
  final ReadOnlyObjectWrapper<Optional<Failure>> failure =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  boolean visited;
  boolean stale;

  Step(WizardPageModel page) {
    this.page = page;
  }

  /** Which page the step leads to. */
  public PageId id() {
    return page.id();
  }

  /** How the step stands. */
  public ReadOnlyObjectProperty<StepState> state() {
    return state.getReadOnlyProperty();
  }

  /** A failure that another page ran into, and that has to be resolved here. */
  public ReadOnlyObjectProperty<Optional<Failure>> failure() {
    return failure.getReadOnlyProperty();
  }
}
