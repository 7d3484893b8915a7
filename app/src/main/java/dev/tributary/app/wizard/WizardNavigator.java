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

/** What pages may ask of the shell. */
public interface WizardNavigator {

  /** Brings a page into view, if the ones before it are ready. */
  void goTo(PageId page);

  /**
   * Hands a failure to the page that its area belongs to: that step is marked as blocked and shows
   * the failure until its values change, or everything is checked anew. The reporting page shows
   * the failure too.
   */
  void report(Failure failure);

  /** Takes back all failures that pages were handed, since everything is about to be checked. */
  void takeBackReports();
}
