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
package dev.tributary.app.job;

import dev.tributary.app.engine.Job;

/** Where a job's window can lead. */
public interface JobActions {

  /** Compares the job's target with its source. */
  void verify(Job job);

  /** Shows the job's target on the dashboard. */
  void openDashboard(Job job);

  /** Shows a report that can be saved. */
  void openReport(String title, String report);
}
