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
package dev.tributary.app.control;

import javafx.beans.value.ChangeListener;
import javafx.scene.control.Labeled;
import javafx.scene.text.Font;
import org.kordamp.ikonli.javafx.FontIcon;

/** Icons from the bundled pack. An icon never stands alone: words or a tooltip go with it. */
public final class Icons {
  private static final double BESIDE_WORDS = 1.2;
  private static final double ABOVE_WORDS = 1.9;

  private Icons() {}

  /** The icon with an Ikonli literal, such as {@code mdal-done}; its colour follows the text's. */
  public static FontIcon icon(String literal) {
    return icon(literal, BESIDE_WORDS);
  }

  /** A larger icon, which stands above its words. */
  public static FontIcon large(String literal) {
    return icon(literal, ABOVE_WORDS);
  }

  /**
   * The size follows the words that the icon belongs to. A style sheet could not say that: an icon
   * is a letter of a font, so that its size in em would be a multiple of itself.
   */
  private static FontIcon icon(String literal, double em) {
    FontIcon icon = new FontIcon(literal);
    ChangeListener<Font> follow = (property, before, font) -> resize(icon, font, em);
    icon.parentProperty()
        .addListener(
            (property, before, now) -> {
              if (before instanceof Labeled words) {
                words.fontProperty().removeListener(follow);
              }
              if (now instanceof Labeled words) {
                words.fontProperty().addListener(follow);
                resize(icon, words.getFont(), em);
              }
            });
    return icon;
  }

  private static void resize(FontIcon icon, Font font, double em) {
    icon.setIconSize((int) Math.round(font.getSize() * em));
  }
}
