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
package dev.tributary.app.migrations;

/** Ids of the home page and of the open migration's header. */
public final class MigrationsIds {
  public static final String HOME = "home";
  public static final String TRY_SAMPLES = "home-try-samples";
  public static final String SAMPLES_FOLDER = "home-samples-folder";
  public static final String CHOOSE_SAMPLES_FOLDER = "home-choose-samples-folder";
  public static final String NEW = "home-new";
  public static final String OPEN = "home-open";
  public static final String RECENTS = "home-recents";

  /** The line with what is being waited for, and its Cancel button. */
  public static final String BUSY = "home-busy";

  public static final String CANCEL = "home-cancel";
  public static final String FAILURE = "home-failure";

  /** The open migration. */
  public static final String WORKSPACE = "workspace";

  public static final String NAME = "workspace-name";
  public static final String SAVED = "workspace-saved";
  public static final String ROUTE = "workspace-route";
  public static final String SAVE = "workspace-save";
  public static final String CLOSE = "workspace-close";
  public static final String SAVE_FAILURE = "workspace-failure";

  private MigrationsIds() {}

  /** The button of a recent spec, counted from 0. */
  public static String recent(int index) {
    return "home-recent-" + index;
  }
}
