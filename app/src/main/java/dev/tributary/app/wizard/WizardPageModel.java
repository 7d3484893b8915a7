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

import javafx.beans.value.ObservableValue;

/** The decisions of one wizard page; knows no controls. UI thread only. */
public interface WizardPageModel {

  /** Which page this is. */
  PageId id();

  /** Whether the next page can be reached, or what is missing. Never holds null. */
  ObservableValue<Readiness> readiness();

  /**
   * What later pages build on. Whenever its value changes, those that were visited turn stale. A
   * page that only shows things returns a constant.
   */
  ObservableValue<?> output();

  /** The page comes into view. */
  void enter(Visit visit);

  /** The page goes out of view; running work that nobody waits for is cancelled here. */
  default void leave() {}

  /** Next was pressed though the page is not ready: mark what is missing, focus the first of it. */
  default void pointOutMissing() {}
}
