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
package dev.tributary.app.target;

import java.util.Locale;

/** Ids of the Target page's nodes. */
public final class TargetIds {
  public static final String PAGE = "target-page";
  public static final String TABLE = "target-table";
  public static final String MORE = "target-more";
  public static final String LOOK = "target-look";
  public static final String FOUND = "target-found";
  public static final String FAILURE = "target-failure";
  public static final String BUSY = "target-busy";
  public static final String BROWSE = "target-browse";

  private TargetIds() {}

  /** The card of a preset. */
  public static String preset(Preset preset) {
    return "target-preset-" + preset.name().toLowerCase(Locale.ROOT);
  }

  /** A field of the card. */
  public static String field(Preset.Field field) {
    return "target-" + field.name().toLowerCase(Locale.ROOT);
  }

  /** One of a set of options, such as {@code target-mode-merge_on_read}. */
  public static String option(String set, Object value) {
    return "target-" + set + "-" + value.toString().toLowerCase(Locale.ROOT);
  }
}
