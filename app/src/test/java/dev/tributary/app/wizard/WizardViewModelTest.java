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

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.app.task.Failure;
import dev.tributary.app.text.Texts;
import dev.tributary.errors.Area;
import dev.tributary.errors.SourceException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.value.ObservableValue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WizardViewModelTest {
  private final Page source = new Page(PageId.SOURCE);
  private final Page range = new Page(PageId.RANGE);
  private final Page changes = new Page(PageId.CHANGES);
  private final WizardViewModel wizard = new WizardViewModel(new Texts(Locale.ENGLISH));

  private static final class Page implements WizardPageModel {
    private final PageId id;
    private final SimpleObjectProperty<Readiness> readiness =
        new SimpleObjectProperty<>(Readiness.READY);
    private final SimpleStringProperty output = new SimpleStringProperty("");
    private final List<String> log = new ArrayList<>();

    Page(PageId id) {
      this.id = id;
    }

    @Override
    public PageId id() {
      return id;
    }

    @Override
    public ObservableValue<Readiness> readiness() {
      return readiness;
    }

    @Override
    public ObservableValue<?> output() {
      return output;
    }

    @Override
    public void enter(Visit visit) {
      log.add("enter " + visit);
    }

    @Override
    public void leave() {
      log.add("leave");
    }

    @Override
    public void pointOutMissing() {
      log.add("point out");
    }
  }

  @BeforeEach
  void start() {
    wizard.start(List.of(source, range, changes));
  }

  private List<StepState> states() {
    return wizard.steps().stream().map(step -> step.state().get()).toList();
  }

  @Test
  void beginsOnTheFirstPageAndNamesTheNext() {
    assertThat(source.log).containsExactly("enter FIRST");
    assertThat(states()).containsExactly(StepState.CURRENT, StepState.TODO, StepState.TODO);
    assertThat(wizard.nextLabel().get()).isEqualTo("Next: Range");
    assertThat(wizard.canGoBack().get()).isFalse();
  }

  @Test
  void nextOnAPageThatIsNotReadyPointsOutWhatIsMissing() {
    source.readiness.set(new Readiness.Missing("Enter the table."));
    wizard.next();
    assertThat(wizard.current().get().id()).isEqualTo(PageId.SOURCE);
    assertThat(wizard.missing().get()).isEqualTo("Enter the table.");
    assertThat(source.log).containsExactly("enter FIRST", "point out");
  }

  @Test
  void goingBackKeepsTheLaterPageDone() {
    wizard.next();
    wizard.next();
    wizard.back();
    assertThat(states()).containsExactly(StepState.DONE, StepState.CURRENT, StepState.DONE);
    assertThat(range.log).containsExactly("enter FIRST", "leave", "enter AGAIN");
  }

  @Test
  void changeAboveTurnsVisitedPagesStaleUntilTheyAreEnteredAgain() {
    wizard.next();
    wizard.next();
    wizard.goTo(PageId.SOURCE);
    source.output.set("another table");
    assertThat(states()).containsExactly(StepState.CURRENT, StepState.STALE, StepState.STALE);
    wizard.next();
    assertThat(range.log).last().isEqualTo("enter STALE");
    assertThat(states()).containsExactly(StepState.DONE, StepState.CURRENT, StepState.STALE);
  }

  @Test
  void pageThatWasNeverVisitedDoesNotTurnStale() {
    source.output.set("another table");
    assertThat(states()).containsExactly(StepState.CURRENT, StepState.TODO, StepState.TODO);
  }

  @Test
  void stalePageCannotBeJumpedOver() {
    wizard.next();
    wizard.next();
    wizard.goTo(PageId.SOURCE);
    source.output.set("another table");
    assertThat(wizard.canGoTo(PageId.RANGE)).isTrue();
    assertThat(wizard.canGoTo(PageId.CHANGES)).isFalse();
  }

  @Test
  void readyPagesCanBeJumpedOver() {
    wizard.goTo(PageId.CHANGES);
    assertThat(wizard.current().get().id()).isEqualTo(PageId.CHANGES);
    assertThat(wizard.hasNext().get()).isFalse();
  }

  @Test
  void failureGoesToThePageOfItsAreaUntilSomethingChangesThere() {
    wizard.goTo(PageId.CHANGES);
    Failure failure = Failure.of(new SourceException(Area.RANGE, "Snapshot 7 was expired."));
    wizard.report(failure);
    assertThat(states()).containsExactly(StepState.DONE, StepState.BLOCKED, StepState.CURRENT);
    assertThat(wizard.steps().get(1).failure().get()).contains(failure);
    range.output.set("another range");
    assertThat(wizard.steps().get(1).failure().get()).isEmpty();
  }

  @Test
  void failuresAreTakenBackWhenEverythingIsCheckedAnew() {
    wizard.goTo(PageId.CHANGES);
    wizard.report(Failure.of(new SourceException(Area.RANGE, "Snapshot 7 was expired.")));
    wizard.takeBackReports();
    assertThat(states()).doesNotContain(StepState.BLOCKED);
    assertThat(wizard.steps().get(1).failure().get()).isEmpty();
  }

  @Test
  void failureOfTheOwnAreaStaysWithThePage() {
    wizard.report(Failure.of(new SourceException(Area.SOURCE, "No such table.")));
    assertThat(wizard.steps().get(0).failure().get()).isEmpty();
  }

  @Test
  void visitedPageWithAnErrorIsBlocked() {
    wizard.next();
    source.readiness.set(new Readiness.Blocked("Gone."));
    assertThat(states()).startsWith(StepState.BLOCKED, StepState.CURRENT);
  }
}
