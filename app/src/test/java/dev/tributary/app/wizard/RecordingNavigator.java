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
import java.util.ArrayList;
import java.util.List;

/** Remembers what pages asked of the shell. */
public final class RecordingNavigator implements WizardNavigator {
  /** Failures that were handed on. */
  public final List<Failure> failures = new ArrayList<>();

  /** Pages that were asked for. */
  public final List<PageId> pages = new ArrayList<>();

  @Override
  public void goTo(PageId page) {
    pages.add(page);
  }

  @Override
  public void report(Failure failure) {
    failures.add(failure);
  }

  @Override
  public void takeBackReports() {
    failures.clear();
  }
}
