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

import dev.tributary.app.TributaryApplication;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javafx.embed.swing.SwingFXUtils;
import javafx.scene.Node;
import javafx.scene.control.Labeled;
import javafx.scene.control.TextField;
import javafx.scene.image.WritableImage;
import javafx.stage.Stage;
import javax.imageio.ImageIO;
import org.testfx.api.FxRobot;
import org.testfx.api.FxToolkit;
import org.testfx.util.WaitForAsyncUtils;

/** The real app in a window that nobody sees, as a test drives it. */
final class Window implements AutoCloseable {
  private static final Path SCREENS = Path.of("target", "screens");
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final FxRobot robot = new FxRobot();
  private final Stage stage;

  private Window(Stage stage) {
    this.stage = stage;
  }

  /**
   * Opens the app.
   *
   * @param home folder of its settings
   * @param samples folder that is offered for the sample tables
   * @param theme {@code LIGHT} or {@code DARK}
   */
  static Window open(Path home, Path samples, String theme, double width, double height)
      throws IOException, TimeoutException {
    Files.createDirectories(home);
    Files.writeString(
        home.resolve("settings.properties"),
        "theme=" + theme + "\nsamples-folder=" + samples.toString().replace("\\", "/") + "\n");
    System.setProperty(TributaryApplication.HOME_PROPERTY, home.toString());
    FxToolkit.toolkitContext().setLaunchTimeoutInMillis(PATIENCE.toMillis());
    FxToolkit.toolkitContext().setSetupTimeoutInMillis(PATIENCE.toMillis());
    Stage stage = FxToolkit.registerPrimaryStage();
    FxToolkit.setupApplication(TributaryApplication.class);
    Window window = new Window(stage);
    window.resize(width, height);
    return window;
  }

  FxRobot robot() {
    return robot;
  }

  void resize(double width, double height) {
    robot.interact(
        () -> {
          // Where an earlier window stood, a larger one would reach beyond the screen.
          stage.setX(0);
          stage.setY(0);
          stage.setWidth(width);
          stage.setHeight(height);
          // Without a window manager nobody else gives it the keyboard.
          stage.requestFocus();
        });
  }

  /** Clicks a node as a person would, once it can be used. */
  void click(String id) throws Exception {
    await(id + " can be used", () -> !node(id).isDisabled());
    robot.clickOn("#" + id);
    WaitForAsyncUtils.waitForFxEvents();
  }

  /** Replaces the text of a field. */
  void type(String id, String text) {
    robot.clickOn("#" + id).eraseText(0);
    robot.interact(() -> robot.lookup("#" + id).<TextField>query().setText(text));
  }

  Node node(String id) {
    return robot.lookup("#" + id).query();
  }

  /** The words of a label or button. */
  String words(String id) {
    return WaitForAsyncUtils.waitForAsyncFx(60_000, () -> ((Labeled) node(id)).getText());
  }

  /** Whether a node is there and can be seen. */
  boolean shows(String id) {
    return robot.lookup("#" + id).match(Node::isVisible).tryQuery().isPresent();
  }

  /** Waits for something that the app does by itself. */
  void await(String what, Callable<Boolean> condition) throws Exception {
    Instant end = Instant.now().plus(PATIENCE);
    while (true) {
      WaitForAsyncUtils.waitForFxEvents();
      if (condition.call()) {
        return;
      }
      if (Instant.now().isAfter(end)) {
        picture("failed-" + what.replace(' ', '-'));
        throw new AssertionError("Waited in vain until " + what);
      }
      WaitForAsyncUtils.sleep(50, TimeUnit.MILLISECONDS);
    }
  }

  /** Writes what the window shows to {@code target/screens/NAME.png}. */
  void picture(String name) throws IOException {
    WaitForAsyncUtils.waitForFxEvents();
    WritableImage image =
        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> stage.getScene().snapshot(null));
    Files.createDirectories(SCREENS);
    ImageIO.write(
        SwingFXUtils.fromFXImage(image, null), "png", SCREENS.resolve(name + ".png").toFile());
  }

  @Override
  public void close() throws TimeoutException {
    FxToolkit.cleanupStages();
  }
}
