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
package dev.tributary.app.preflight;

import dev.tributary.preflight.Finding;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.SimpleBooleanProperty;

/** One finding, and for a warning whether the person has taken note of it. */
public final class FindingRow {
  private final Finding finding;
  private final BooleanProperty noted = new SimpleBooleanProperty(this, "noted");

  FindingRow(Finding finding) {
    this.finding = finding;
  }

  /** What was found. */
  public Finding finding() {
    return finding;
  }

  /** Whether the person ticked this warning. */
  public BooleanProperty noted() {
    return noted;
  }

  /** Whether the wizard waits for a tick. */
  public boolean wantsTick() {
    return finding.severity() == Finding.Severity.WARNING;
  }
}
