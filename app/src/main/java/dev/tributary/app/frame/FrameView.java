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

import dev.tributary.app.control.Icons;
import dev.tributary.app.text.Texts;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import javafx.scene.AccessibleRole;
import javafx.scene.control.ContentDisplay;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyCodeCombination;
import javafx.scene.input.KeyCombination;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;

/** The rail on the left, the chosen destination beside it. */
public final class FrameView {
  private final FrameViewModel model;
  private final Texts texts;
  private final BorderPane root = new BorderPane();
  private final StackPane content = new StackPane();
  private final Map<Place, Destination> destinations = new EnumMap<>(Place.class);
  private final Map<Place, ToggleButton> buttons = new EnumMap<>(Place.class);

  /** A frame with these destinations; the rail shows them in the order of {@link Place}. */
  public FrameView(FrameViewModel model, List<Destination> destinations, Texts texts) {
    this.model = model;
    this.texts = texts;
    destinations.forEach(destination -> this.destinations.put(destination.place(), destination));
    root.getStyleClass().add("frame");
    root.setLeft(rail());
    content.setId(FrameIds.CONTENT);
    root.setCenter(content);
    model.place().addListener((property, before, now) -> show(now));
    show(model.place().get());
  }

  /** The frame's node. */
  public Region node() {
    return root;
  }

  /**
   * Whether the window may close now: every destination agrees. One that has to finish something
   * first says no and calls {@code later} when it has.
   */
  public boolean mayClose(Runnable later) {
    return destinations.values().stream().allMatch(each -> each.mayClose(later));
  }

  private VBox rail() {
    VBox rail = new VBox();
    rail.setId(FrameIds.RAIL);
    rail.getStyleClass().add("rail");
    rail.setAccessibleRole(AccessibleRole.TOOL_BAR);
    rail.setAccessibleText(texts.text("frame.rail"));
    ToggleGroup group = new ToggleGroup();
    for (Place place : destinations.keySet()) {
      if (place == Place.SETTINGS) {
        Region gap = new Region();
        VBox.setVgrow(gap, Priority.ALWAYS);
        rail.getChildren().add(gap);
      }
      ToggleButton button = button(place);
      button.setToggleGroup(group);
      buttons.put(place, button);
      rail.getChildren().add(button);
    }
    group
        .selectedToggleProperty()
        .addListener(
            (property, before, now) -> {
              if (now == null) {
                before.setSelected(true);
              }
            });
    return rail;
  }

  private ToggleButton button(Place place) {
    String title = texts.name(place);
    ToggleButton button = new ToggleButton(title, Icons.large(place.icon()));
    button.setId(FrameIds.button(place));
    button.getStyleClass().add("rail-button");
    button.setContentDisplay(ContentDisplay.TOP);
    button.setMaxWidth(Double.MAX_VALUE);
    button.setAccessibleText(title);
    KeyCombination shortcut = shortcut(place);
    button.setTooltip(new Tooltip(title + "  " + shortcut.getDisplayText()));
    button.setOnAction(event -> model.show(place));
    button
        .sceneProperty()
        .addListener(
            (property, before, scene) -> {
              if (scene != null) {
                scene.getAccelerators().put(shortcut, () -> model.show(place));
              }
            });
    return button;
  }

  private static KeyCombination shortcut(Place place) {
    return new KeyCodeCombination(
        KeyCode.getKeyCode(Integer.toString(place.ordinal() + 1)), KeyCombination.SHORTCUT_DOWN);
  }

  private void show(Place place) {
    buttons.get(place).setSelected(true);
    Destination destination = destinations.get(place);
    content.getChildren().setAll(destination.node());
    destination.shown();
  }
}
