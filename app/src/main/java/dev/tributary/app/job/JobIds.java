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

/** Ids of the nodes of job windows and of the list of jobs. */
public final class JobIds {
  public static final String LIST = "jobs-table";
  public static final String LIST_OPEN = "jobs-open";
  public static final String WINDOW = "job-window";
  public static final String STATE = "job-state";
  public static final String ELAPSED = "job-elapsed";
  public static final String CANCEL = "job-cancel";
  public static final String OUTCOME = "job-outcome";
  public static final String ERROR = "job-error";
  public static final String VERIFY = "job-verify";
  public static final String DASHBOARD = "job-dashboard";
  public static final String REPORT = "job-report";
  public static final String STAGES = "job-stages";
  public static final String RATE = "job-rate";
  public static final String COMMITS = "job-commits";
  public static final String LOG = "job-log";

  private JobIds() {}

  /** The value of a live figure, such as {@code job-tile-rows-read}. */
  public static String tile(String figure) {
    return "job-tile-" + figure;
  }

  /** The value of a final figure, such as {@code job-result-inserted}. */
  public static String result(String figure) {
    return "job-result-" + figure;
  }
}
