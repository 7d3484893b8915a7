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
package dev.tributary.app.frame;

import java.util.Locale;

/** The entries of the navigation rail, in their order. */
public enum Place {
  MIGRATIONS("mdal-call_merge"),
  JOBS("mdmz-play_circle_outline"),
  DASHBOARD("mdmz-show_chart"),
  SETTINGS("mdmz-settings");

  private final String icon;

  Place(String icon) {
    this.icon = icon;
  }

  /** Ikonli literal of the icon beside the word. */
  public String icon() {
    return icon;
  }

  /** The name of this place inside node ids, such as {@code jobs}. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
