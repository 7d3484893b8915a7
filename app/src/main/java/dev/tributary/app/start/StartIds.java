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
package dev.tributary.app.start;

import java.util.Locale;

/** Ids of the Start page's nodes. */
public final class StartIds {
  public static final String PAGE = "start-page";
  public static final String LINES = "start-lines";
  public static final String ESTIMATE = "start-estimate";
  public static final String START = "start-migration";
  public static final String SHOW_JOB = "start-show-job";
  public static final String TABS = "start-tabs";
  public static final String FAILURE = "start-failure";
  public static final String BUSY = "start-busy";

  private StartIds() {}

  /** The text of a form. */
  public static String text(Tab tab) {
    return "start-text-" + tab.name().toLowerCase(Locale.ROOT);
  }

  /** The button that copies a form. */
  public static String copy(Tab tab) {
    return "start-copy-" + tab.name().toLowerCase(Locale.ROOT);
  }

  /** The button that saves a form. */
  public static String save(Tab tab) {
    return "start-save-" + tab.name().toLowerCase(Locale.ROOT);
  }
}
