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

import java.util.List;
import javafx.css.PseudoClass;
import javafx.scene.Scene;

/** Gives every window's scene the app's styles, and keeps theme and font size as chosen. */
public final class SceneStyle {
  private static final PseudoClass DARK = PseudoClass.getPseudoClass("dark");
  private static final String STYLES = "/dev/tributary/style/";
  private static final List<String> SHEETS =
      List.of("base.css", "frame.css", "wizard.css", "pages.css", "panels.css");

  private final Settings settings;

  /** Styles that follow these settings. */
  public SceneStyle(Settings settings) {
    this.settings = settings;
  }

  /** Styles a scene from now on. */
  public void follow(Scene scene) {
    SHEETS.forEach(sheet -> scene.getStylesheets().add(STYLES + sheet));
    Runnable theme =
        () ->
            scene
                .getRoot()
                .pseudoClassStateChanged(DARK, settings.theme().get() == Settings.Theme.DARK);
    Runnable size =
        () -> scene.getRoot().setStyle("-fx-font-size: " + settings.fontSize().get() + "px");
    settings.theme().addListener((property, before, now) -> theme.run());
    settings.fontSize().addListener((property, before, now) -> size.run());
    theme.run();
    size.run();
  }
}
