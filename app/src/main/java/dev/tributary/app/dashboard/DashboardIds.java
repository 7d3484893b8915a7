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
package dev.tributary.app.dashboard;

/** Ids of the dashboard's nodes. */
public final class DashboardIds {
  public static final String PAGE = "dashboard-page";
  public static final String TARGET = "dashboard-target";
  public static final String REFRESH = "dashboard-refresh";
  public static final String AS_OF = "dashboard-as-of";
  public static final String ADVICE = "dashboard-advice";
  public static final String FAILURE = "dashboard-failure";
  public static final String BUSY = "dashboard-busy";
  public static final String SNAPSHOTS = "dashboard-snapshots";
  public static final String SAMPLE = "dashboard-sample";

  private DashboardIds() {}

  /** A chart, such as {@code dashboard-chart-rows}. */
  public static String chart(String chart) {
    return "dashboard-chart-" + chart;
  }

  /** A figure of the latest snapshot, such as {@code dashboard-now-live-rows}. */
  public static String now(String figure) {
    return "dashboard-now-" + figure;
  }
}
