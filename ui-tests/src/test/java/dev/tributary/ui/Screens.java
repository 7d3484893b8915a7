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
package dev.tributary.ui;

import atlantafx.base.theme.PrimerDark;
import atlantafx.base.theme.PrimerLight;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javafx.application.Application;
import javafx.css.PseudoClass;
import javafx.embed.swing.SwingFXUtils;
import javafx.scene.Scene;
import javafx.scene.image.WritableImage;
import javax.imageio.ImageIO;
import org.testfx.util.WaitForAsyncUtils;

/** Pictures of what a window shows, in both themes. */
final class Screens {
  private static final Path FOLDER = Path.of("target", "screens");
  private static final PseudoClass DARK = PseudoClass.getPseudoClass("dark");

  private Screens() {}

  /** Writes {@code NAME.png} and {@code NAME-dark.png}. */
  static void take(Scene scene, String name) {
    try {
      Files.createDirectories(FOLDER);
      write(shot(scene), name + ".png");
      WritableImage dark =
          WaitForAsyncUtils.asyncFx(
                  () -> {
                    theme(scene, new PrimerDark().getUserAgentStylesheet(), true);
                    WritableImage image = scene.snapshot(null);
                    theme(scene, new PrimerLight().getUserAgentStylesheet(), false);
                    return image;
                  })
              .get();
      write(dark, name + "-dark.png");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    } catch (java.util.concurrent.ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  private static void theme(Scene scene, String stylesheet, boolean dark) {
    Application.setUserAgentStylesheet(stylesheet);
    scene.getRoot().pseudoClassStateChanged(DARK, dark);
    scene.getRoot().applyCss();
    scene.getRoot().layout();
  }

  private static WritableImage shot(Scene scene)
      throws InterruptedException, java.util.concurrent.ExecutionException {
    WaitForAsyncUtils.waitForFxEvents();
    return WaitForAsyncUtils.asyncFx(() -> scene.snapshot(null)).get();
  }

  private static void write(WritableImage image, String file) throws IOException {
    ImageIO.write(SwingFXUtils.fromFXImage(image, null), "png", FOLDER.resolve(file).toFile());
  }
}
