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

import dev.tributary.app.control.Field;
import dev.tributary.app.dialog.Dialogs;
import dev.tributary.app.frame.Destination;
import dev.tributary.app.frame.Place;
import dev.tributary.app.text.Texts;
import java.nio.file.Path;
import java.util.Locale;
import javafx.beans.property.ObjectProperty;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.Spinner;
import javafx.scene.control.TextField;
import javafx.scene.control.Toggle;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import javafx.util.StringConverter;

/** The settings page; what is chosen shows at once. */
public final class SettingsDestination implements Destination {
  private final Settings settings;
  private final Dialogs dialogs;
  private final Texts texts;
  private final ScrollPane root;

  /** A page over these settings. */
  public SettingsDestination(Settings settings, Dialogs dialogs, Texts texts) {
    this.settings = settings;
    this.dialogs = dialogs;
    this.texts = texts;
    Label title = new Label(texts.text("settings.title"));
    title.getStyleClass().add("title-1");
    VBox body =
        new VBox(
            title,
            card("settings.appearance", theme(), fontSize(), language()),
            card(
                "settings.folders",
                folder("settings.specs-folder", SettingsIds.SPECS_FOLDER, settings.specsFolder()),
                folder(
                    "settings.samples-folder",
                    SettingsIds.SAMPLES_FOLDER,
                    settings.samplesFolder())));
    body.getStyleClass().add("home");
    root = new ScrollPane(body);
    root.setId(SettingsIds.PAGE);
    root.setFitToWidth(true);
    root.getStyleClass().add("page-scroll");
  }

  @Override
  public Place place() {
    return Place.SETTINGS;
  }

  @Override
  public Node node() {
    return root;
  }

  private VBox card(String titleKey, Node... fields) {
    Label title = new Label(texts.text(titleKey));
    title.getStyleClass().add("title-3");
    VBox card = new VBox(title);
    card.getChildren().addAll(fields);
    card.getStyleClass().add("card");
    return card;
  }

  private Field field(String labelKey, Node labelled, Node content) {
    return new Field(texts.text(labelKey), labelled, content);
  }

  private Field theme() {
    ToggleGroup group = new ToggleGroup();
    ToggleButton light = themeButton(Settings.Theme.LIGHT, SettingsIds.LIGHT, "left-pill", group);
    ToggleButton dark = themeButton(Settings.Theme.DARK, SettingsIds.DARK, "right-pill", group);
    Runnable select =
        () -> (settings.theme().get() == Settings.Theme.DARK ? dark : light).setSelected(true);
    select.run();
    settings.theme().addListener((property, before, now) -> select.run());
    group.selectedToggleProperty().addListener((property, before, now) -> chosen(before, now));
    return field("settings.theme", light, new HBox(light, dark));
  }

  private void chosen(Toggle before, Toggle now) {
    if (now == null) {
      before.setSelected(true);
    } else {
      settings.theme().set((Settings.Theme) now.getUserData());
    }
  }

  private ToggleButton themeButton(
      Settings.Theme theme, String id, String shape, ToggleGroup group) {
    ToggleButton button = new ToggleButton(texts.name(theme));
    button.setId(id);
    button.getStyleClass().add(shape);
    button.setUserData(theme);
    button.setToggleGroup(group);
    return button;
  }

  private Field fontSize() {
    Spinner<Integer> spinner =
        new Spinner<>(Settings.SMALLEST_FONT, Settings.LARGEST_FONT, settings.fontSize().get(), 1);
    spinner.setId(SettingsIds.FONT_SIZE);
    spinner.getStyleClass().add("narrow");
    spinner.valueProperty().addListener((property, before, now) -> settings.fontSize().set(now));
    return field("settings.font-size", spinner, spinner);
  }

  private Field language() {
    ComboBox<Locale> box = new ComboBox<>();
    box.setId(SettingsIds.LANGUAGE);
    box.getItems().setAll(Texts.languages());
    box.setValue(texts.locale());
    box.setConverter(
        new StringConverter<>() {
          @Override
          public String toString(Locale locale) {
            return locale == null ? "" : locale.getDisplayLanguage(locale);
          }

          @Override
          public Locale fromString(String text) {
            throw new UnsupportedOperationException("The box is not editable");
          }
        });
    box.valueProperty().addListener((property, before, now) -> settings.language().set(now));
    return field("settings.language", box, box);
  }

  private Field folder(String labelKey, String id, ObjectProperty<Path> folder) {
    TextField path = new TextField(folder.get().toString());
    path.setId(id);
    path.getStyleClass().add("code");
    path.setEditable(false);
    HBox.setHgrow(path, Priority.ALWAYS);
    folder.addListener((property, before, now) -> path.setText(now.toString()));
    Button choose = new Button(texts.text("action.browse"));
    choose.setId(id + "-choose");
    choose.setAccessibleText(texts.text("settings.choose", texts.text(labelKey)));
    choose.setMinWidth(Button.USE_PREF_SIZE);
    choose.setOnAction(
        event -> dialogs.chooseFolder(texts.text(labelKey), folder.get()).ifPresent(folder::set));
    HBox row = new HBox(path, choose);
    row.getStyleClass().add("row");
    return field(labelKey, path, row);
  }
}
