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
package dev.tributary.app.source;

/** Ids of the Source page's nodes. */
public final class SourceIds {
  public static final String PAGE = "source";

  /**
   * Rows of buttons; a button's id is the row's with the value, such as {@code
   * source-format-delta}.
   */
  public static final String FORMAT = "source-format";

  public static final String ACCESS = "source-access";
  public static final String CHANGE_FEED = "source-change-feed";

  public static final String PRESET = "source-catalog-preset";
  public static final String CATALOG_NAME = "source-catalog-name";
  public static final String TABLE = "source-table";
  public static final String TABLE_PROBLEM = "source-table-problem";
  public static final String BROWSE = "source-browse";
  public static final String BRANCH = "source-branch";
  public static final String CATALOG_PROPERTIES = "source-catalog-properties";
  public static final String CONFIG_PROPERTIES = "source-config-properties";
  public static final String PATH_REWRITES = "source-path-rewrites";
  public static final String SECRET_HINT = "source-secret-hint";
  public static final String ADVANCED = "source-advanced";
  public static final String LOOK = "source-look";
  public static final String CANCEL = "source-cancel";
  public static final String RETRY = "source-retry";
  public static final String FAILURE = "source-failure";

  /** The card with what was found. */
  public static final String CARD = "source-card";

  /** What cannot be read, on the card. */
  public static final String PROBLEMS = "source-problems";

  private SourceIds() {}

  /** A value on the card, such as {@code source-card-rows}. */
  public static String fact(String name) {
    return CARD + "-" + name;
  }
}
