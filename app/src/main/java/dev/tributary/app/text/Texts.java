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
package dev.tributary.app.text;

import java.text.MessageFormat;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.ResourceBundle;

/**
 * The messages of one language. A message is a {@link MessageFormat} pattern; plurals are choices
 * in it. A key that does not exist is a defect and fails at once.
 */
public final class Texts {
  private static final String BUNDLE = "dev.tributary.texts.messages";

  private final Locale locale;
  private final ResourceBundle bundle;
  private final Formats formats;

  /** The messages for a language, or English where there are none for it. */
  public Texts(Locale locale) {
    this.locale = Objects.requireNonNull(locale, "locale");
    this.bundle =
        ResourceBundle.getBundle(
            BUNDLE,
            locale,
            ResourceBundle.Control.getNoFallbackControl(ResourceBundle.Control.FORMAT_PROPERTIES));
    this.formats = new Formats(this);
  }

  /** The languages that there are messages for. */
  public static List<Locale> languages() {
    return List.of(Locale.ENGLISH);
  }

  /** The language, which is also that of numbers and times. */
  public Locale locale() {
    return locale;
  }

  /** Numbers, sizes and times. */
  public Formats formats() {
    return formats;
  }

  /** A message with its arguments filled in. Numbers are grouped as the language does. */
  public String text(String key, Object... arguments) {
    return new MessageFormat(bundle.getString(key), locale).format(arguments);
  }

  /**
   * The word for one of a closed set of values: the message with the key {@code
   * SimpleName.CONSTANT}.
   */
  public String name(Enum<?> value) {
    return text(value.getDeclaringClass().getSimpleName() + "." + value.name());
  }
}
