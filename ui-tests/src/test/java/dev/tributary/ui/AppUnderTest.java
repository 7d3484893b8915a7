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

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.app.TributaryApplication;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import javafx.application.Application;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Labeled;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TableRow;
import javafx.scene.control.TableView;
import javafx.scene.control.TextInputControl;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import javafx.stage.Window;
import org.testfx.api.FxRobot;
import org.testfx.api.FxToolkit;
import org.testfx.util.WaitForAsyncUtils;

/** The running app, and a person's hands. Nodes are found by id, in the window in front first. */
final class AppUnderTest implements AutoCloseable {
  static final Duration SOON = Duration.ofSeconds(90);
  private static final String HOME = TributaryApplication.HOME_PROPERTY;

  private final FxRobot robot = new FxRobot();
  private final Application application;

  private AppUnderTest(Application application) {
    this.application = application;
  }

  /** Starts the app as a new user would, with an empty folder for its own files. */
  static AppUnderTest start(Path home, String... arguments) throws TimeoutException {
    System.setProperty(HOME, home.toString());
    Stage stage = FxToolkit.registerPrimaryStage();
    Application application = FxToolkit.setupApplication(TributaryApplication.class, arguments);
    // Keys go to the focused window only, and a headless one does not get the focus by itself.
    fx(
        () -> {
          stage.requestFocus();
          return null;
        });
    return new AppUnderTest(application);
  }

  @Override
  public void close() throws TimeoutException {
    for (Window window : fx(() -> List.copyOf(Window.getWindows()))) {
      fx(
          () -> {
            if (window instanceof Stage stage
                && stage != FxToolkit.toolkitContext().getRegisteredStage()) {
              stage.close();
            }
            return null;
          });
    }
    FxToolkit.cleanupApplication(application);
    System.clearProperty(HOME);
  }

  /** Runs something on the JavaFX thread and waits for it. */
  static <T> T fx(Callable<T> work) {
    return WaitForAsyncUtils.waitForAsyncFx(60_000, work);
  }

  /** The node with this id that is in view; fails when there is none within a while. */
  Node node(String id) {
    waitUntil(id + " is there", SOON, () -> find(id).isPresent());
    return find(id).orElseThrow();
  }

  /** The node with this id that is in view. */
  Optional<Node> find(String id) {
    return fx(
        () -> {
          List<Window> windows = new ArrayList<>(Window.getWindows());
          Collections.reverse(windows);
          for (Window window : windows) {
            if (window.getScene() == null || !window.isShowing()) {
              continue;
            }
            for (Node node : window.getScene().getRoot().lookupAll("#" + escaped(id))) {
              if (visible(node)) {
                return Optional.of(node);
              }
            }
          }
          return Optional.empty();
        });
  }

  private static String escaped(String id) {
    return id.replace(".", "\\.");
  }

  private static boolean visible(Node node) {
    for (Node each = node; each != null; each = each.getParent()) {
      if (!each.isVisible()) {
        return false;
      }
    }
    return true;
  }

  /** Clicks a node that is, or can be scrolled, in view. */
  void click(String id) {
    Node node = node(id);
    waitUntil(id + " can be used", SOON, () -> fx(() -> !node.isDisabled()));
    reveal(node);
    robot.clickOn(node);
    WaitForAsyncUtils.waitForFxEvents();
  }

  /** Replaces what a field holds by typing. */
  void type(String id, String text) {
    Node node = node(id);
    reveal(node);
    robot.clickOn(node);
    robot.push(KeyCode.CONTROL, KeyCode.A);
    robot.push(KeyCode.DELETE);
    robot.write(text, 0);
    WaitForAsyncUtils.waitForFxEvents();
    assertThat(fx(() -> ((TextInputControl) node).getText())).isEqualTo(text);
  }

  /** Clicks a row of a table, by its place in the list. */
  void clickRow(String table, int index) {
    TableView<?> view = (TableView<?>) node(table);
    reveal(view);
    fx(
        () -> {
          view.scrollTo(index);
          view.layout();
          return null;
        });
    waitUntil("row " + index + " of " + table, SOON, () -> row(view, index).isPresent());
    // The left end: cells further right may be out of view.
    Node row = row(view, index).orElseThrow();
    Node cell = fx(() -> ((Parent) row).getChildrenUnmodifiable().get(0));
    robot.clickOn(cell);
    WaitForAsyncUtils.waitForFxEvents();
  }

  private static Optional<Node> row(TableView<?> view, int index) {
    return fx(
        () ->
            view.lookupAll(".table-row-cell").stream()
                .filter(node -> ((TableRow<?>) node).getIndex() == index && node.isVisible())
                .findFirst());
  }

  /** Ticks all boxes in view whose id begins so. */
  void tickAll(String prefix) {
    List<String> ids =
        fx(
            () ->
                Window.getWindows().stream()
                    .filter(Window::isShowing)
                    .flatMap(window -> window.getScene().getRoot().lookupAll(".check-box").stream())
                    .filter(node -> node.getId() != null && node.getId().startsWith(prefix))
                    .map(Node::getId)
                    .toList());
    ids.forEach(this::click);
  }

  /** Brings the window with this node to the front, as a person would by the task bar. */
  void front(String idOfANodeInIt) {
    Node node = node(idOfANodeInIt);
    fx(
        () -> {
          ((Stage) node.getScene().getWindow()).toFront();
          node.getScene().getWindow().requestFocus();
          return null;
        });
    WaitForAsyncUtils.waitForFxEvents();
  }

  void push(KeyCode... keys) {
    robot.push(keys);
    WaitForAsyncUtils.waitForFxEvents();
  }

  private void reveal(Node node) {
    fx(
        () -> {
          for (Parent parent = node.getParent(); parent != null; parent = parent.getParent()) {
            if (parent instanceof ScrollPane pane && pane.getContent() != null) {
              scrollTo(pane, node);
            }
          }
          return null;
        });
    WaitForAsyncUtils.waitForFxEvents();
  }

  private static void scrollTo(ScrollPane pane, Node node) {
    double content = pane.getContent().getBoundsInLocal().getHeight();
    double view = pane.getViewportBounds().getHeight();
    if (content <= view) {
      return;
    }
    double top =
        pane.getContent().sceneToLocal(node.localToScene(node.getBoundsInLocal())).getMinY();
    pane.setVvalue(Math.max(0, Math.min(1, (top - view / 3) / (content - view))));
    pane.layout();
  }

  /** Brings a node into view without touching it, such as for a picture. */
  void show(String id) {
    reveal(node(id));
  }

  /** What a label, button or field says. */
  String text(String id) {
    Node node = node(id);
    return fx(
        () -> {
          if (node instanceof Labeled labeled) {
            return labeled.getText();
          }
          return ((TextInputControl) node).getText();
        });
  }

  /** All words inside a node, in the order in which they stand. */
  String words(String id) {
    Node node = node(id);
    return fx(
        () -> {
          StringBuilder words = new StringBuilder();
          collect(node, words);
          return words.toString();
        });
  }

  private static void collect(Node node, StringBuilder words) {
    if (node instanceof Labeled labeled && labeled.getText() != null) {
      words.append(labeled.getText()).append('\n');
    }
    if (node instanceof Parent parent) {
      parent.getChildrenUnmodifiable().forEach(child -> collect(child, words));
    }
  }

  /** Rows of a table. */
  int rows(String id) {
    TableView<?> table = (TableView<?>) node(id);
    return fx(() -> table.getItems().size());
  }

  /** A number as the window shows it, without its grouping; fails when it is not one. */
  long number(String id) {
    return Long.parseLong(text(id).replace(",", "").replace("+", "").replace("−", "-"));
  }

  void waitUntil(String what, Duration atMost, BooleanSupplier condition) {
    try {
      WaitForAsyncUtils.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS, condition::getAsBoolean);
    } catch (TimeoutException e) {
      picture("failure");
      throw new AssertionError("Not within " + atMost + ": " + what, e);
    }
  }

  /** Takes pictures of the window that a node is in. */
  void picture(String name, String idOfANodeInIt) {
    Screens.take(node(idOfANodeInIt).getScene(), name);
  }

  /** Takes pictures of the window in front. */
  void picture(String name) {
    List<Window> windows = fx(() -> List.copyOf(Window.getWindows()));
    Screens.take(windows.get(windows.size() - 1).getScene(), name);
  }
}
