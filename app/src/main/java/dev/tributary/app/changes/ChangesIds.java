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
package dev.tributary.app.changes;

/** Ids of the Changes page's nodes. */
public final class ChangesIds {
  public static final String PAGE = "changes";

  /** Raw or net; a button's id has the value, such as {@code changes-view-net}. */
  public static final String VIEW = "changes-view";

  /** Chips; a chip's id is this with its kind, such as {@code changes-chip-inserts}. */
  public static final String CHIP = "changes-chip";

  public static final String FILTER = "changes-filter";
  public static final String COLUMN = "changes-column";
  public static final String KEY = "changes-key";
  public static final String KEY_HINT = "changes-key-hint";
  public static final String TABLE = "changes-table";
  public static final String STATUS = "changes-status";
  public static final String BUSY = "changes-busy";
  public static final String CANCEL = "changes-cancel";
  public static final String RELOAD = "changes-reload";
  public static final String FAILURE = "changes-failure";

  private ChangesIds() {}
}
