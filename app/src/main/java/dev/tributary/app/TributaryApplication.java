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
package dev.tributary.app;

import atlantafx.base.theme.PrimerDark;
import atlantafx.base.theme.PrimerLight;
import dev.tributary.app.dialog.FxDialogs;
import dev.tributary.app.frame.FrameView;
import dev.tributary.app.settings.Settings;
import dev.tributary.app.task.BackgroundTask;
import dev.tributary.app.task.FxTaskExecutor;
import dev.tributary.app.text.Texts;
import java.nio.file.Path;
import java.util.List;
import javafx.application.Application;
import javafx.beans.InvalidationListener;
import javafx.beans.Observable;
import javafx.beans.binding.Bindings;
import javafx.geometry.Rectangle2D;
import javafx.scene.Scene;
import javafx.stage.Screen;
import javafx.stage.Stage;
import javafx.stage.WindowEvent;

/** The window: its size, theme, title, and when it may close. */
public final class TributaryApplication extends Application {
  /**
   * System property with the folder of the app's own files; default: {@code .tributary} at home.
   */
  public static final String HOME_PROPERTY = "tributary.home";

  private static final double WIDTH = 1200;
  private static final double HEIGHT = 800;
  private static final double LEAST_WIDTH = 900;
  private static final double LEAST_HEIGHT = 600;

  private final FxTaskExecutor tasks = new FxTaskExecutor();
  private Settings settings;

  @Override
  public void init() {
    String home = System.getProperty(HOME_PROPERTY);
    settings =
        Settings.load(
            home == null ? Path.of(System.getProperty("user.home"), ".tributary") : Path.of(home));
  }

  @Override
  public void start(Stage stage) {
    Texts texts = new Texts(settings.language().get());
    AppContext context = new AppContext(settings, texts, tasks, new FxDialogs(() -> stage, texts));
    FrameView frame = new FrameView(context.frame(), context.destinations(), texts);
    Rectangle2D screen = Screen.getPrimary().getVisualBounds();
    Scene scene =
        new Scene(
            frame.node(), Math.min(WIDTH, screen.getWidth()), Math.min(HEIGHT, screen.getHeight()));
    context.style().follow(scene);
    followTheme();
    keepSettings();
    context
        .frame()
        .frontRequests()
        .addListener(
            (property, before, now) -> {
              stage.toFront();
              stage.requestFocus();
            });
    stage.setScene(scene);
    stage.setMinWidth(LEAST_WIDTH);
    stage.setMinHeight(LEAST_HEIGHT);
    stage
        .titleProperty()
        .bind(
            Bindings.createStringBinding(
                () -> {
                  String subject = context.frame().subject().get();
                  return subject.isEmpty()
                      ? texts.text("app.title")
                      : texts.text("app.title-of", subject);
                },
                context.frame().subject()));
    stage.addEventHandler(
        WindowEvent.WINDOW_CLOSE_REQUEST,
        event -> {
          if (!frame.mayClose(stage::close)) {
            event.consume();
          }
        });
    stage.show();
    List<String> arguments = getParameters().getUnnamed();
    if (!arguments.isEmpty()) {
      context.migrations().openSpec(Path.of(arguments.get(0)).toAbsolutePath());
    }
  }

  private void followTheme() {
    Runnable theme =
        () -> {
          boolean dark = settings.theme().get() == Settings.Theme.DARK;
          setUserAgentStylesheet(
              (dark ? new PrimerDark() : new PrimerLight()).getUserAgentStylesheet());
        };
    settings.theme().addListener((property, before, now) -> theme.run());
    theme.run();
  }

  private void keepSettings() {
    InvalidationListener keep = property -> store();
    List.<Observable>of(
            settings.theme(),
            settings.fontSize(),
            settings.language(),
            settings.samplesFolder(),
            settings.specsFolder(),
            settings.recents())
        .forEach(property -> property.addListener(keep));
  }

  private void store() {
    String text = settings.text();
    BackgroundTask.of(
            control -> {
              settings.store(text);
              return text;
            })
        .executeWith(tasks);
  }

  @Override
  public void stop() {
    tasks.close();
  }
}
