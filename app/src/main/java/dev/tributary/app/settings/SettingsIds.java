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
package dev.tributary.app.settings;

/** Ids of the settings page. */
public final class SettingsIds {
  public static final String PAGE = "settings";
  public static final String LIGHT = "settings-light";
  public static final String DARK = "settings-dark";
  public static final String FONT_SIZE = "settings-font-size";
  public static final String LANGUAGE = "settings-language";
  public static final String SPECS_FOLDER = "settings-specs-folder";
  public static final String SAMPLES_FOLDER = "settings-samples-folder";

  private SettingsIds() {}
}
