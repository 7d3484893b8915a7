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

/** Ids of the Range page's nodes. */
public final class RangeIds {
  public static final String PAGE = "range";
  public static final String CHART = "range-chart";
  public static final String ZOOM_IN = "range-zoom-in";
  public static final String ZOOM_OUT = "range-zoom-out";
  public static final String FILTER = "range-filter";
  public static final String ALL = "range-all";
  public static final String STATE_ONLY = "range-state-only";
  public static final String FOLLOW_LATEST = "range-follow-latest";

  /** The condition that rows have to meet. */
  public static final String ROW_FILTER = "range-row-filter";

  /** What is wrong with it. */
  public static final String ROW_FILTER_PROBLEM = "range-row-filter-problem";

  /** Whether the job goes on looking for new commits. */
  public static final String STAY = "range-stay";

  /** How often it looks. */
  public static final String POLL_SECONDS = "range-poll-seconds";

  /** The range in one line. */
  public static final String STRIP = "range-strip";

  public static final String TABLE = "range-table";

  /** Shows or hides the inspector. */
  public static final String DETAILS = "range-details";

  public static final String INSPECTOR = "range-inspector";

  /** The whole id of the inspected commit, to be copied. */
  public static final String INSPECTED_ID = "range-inspected-id";

  public static final String START_HERE = "range-start-here";
  public static final String END_HERE = "range-end-here";

  private RangeIds() {}

  /** A commit's bar in the chart, such as {@code range-bar-42}. */
  public static String bar(String commitId) {
    return "range-bar-" + commitId;
  }
}
