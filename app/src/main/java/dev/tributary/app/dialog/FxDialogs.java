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
package dev.tributary.app.dialog;

import dev.tributary.app.text.Texts;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import javafx.scene.control.Alert;
import javafx.scene.control.ButtonBar.ButtonData;
import javafx.scene.control.ButtonType;
import javafx.scene.control.Label;
import javafx.scene.control.TextArea;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.scene.layout.VBox;
import javafx.stage.DirectoryChooser;
import javafx.stage.FileChooser;
import javafx.stage.Window;

/** Asks with the system's file choosers and with alerts that belong to the app's window. */
public final class FxDialogs implements Dialogs {
  /** Id of the button that confirms. */
  public static final String CONFIRM = "dialog-confirm";

  /** Id of what is confirmed. */
  public static final String CONFIRM_DETAILS = "dialog-confirm-details";

  private static final int MOST_ROWS = 10;
  private static final double CONFIRM_WIDTH = 640;

  private final Supplier<Window> owner;
  private final Texts texts;

  /** Dialogs over the window that {@code owner} gives when one is needed. */
  public FxDialogs(Supplier<Window> owner, Texts texts) {
    this.owner = owner;
    this.texts = texts;
  }

  @Override
  public Optional<Path> openSpec(Path folder) {
    FileChooser chooser = chooser(texts.text("dialog.open-spec"), folder);
    chooser
        .getExtensionFilters()
        .addAll(
            new FileChooser.ExtensionFilter(
                texts.text("dialog.spec-files"), "*.tributary.yaml", "*.yaml", "*.yml"),
            new FileChooser.ExtensionFilter(texts.text("dialog.all-files"), "*.*"));
    return Optional.ofNullable(chooser.showOpenDialog(owner.get())).map(File::toPath);
  }

  @Override
  public Optional<Path> openFile(String title, Path folder) {
    return Optional.ofNullable(chooser(title, folder).showOpenDialog(owner.get()))
        .map(File::toPath);
  }

  @Override
  public Optional<Path> saveFile(String title, Path folder, String name) {
    FileChooser chooser = chooser(title, folder);
    chooser.setInitialFileName(name);
    return Optional.ofNullable(chooser.showSaveDialog(owner.get())).map(File::toPath);
  }

  private static FileChooser chooser(String title, Path folder) {
    FileChooser chooser = new FileChooser();
    chooser.setTitle(title);
    if (Files.isDirectory(folder)) {
      chooser.setInitialDirectory(folder.toFile());
    }
    return chooser;
  }

  @Override
  public Optional<Path> chooseFolder(String title, Path start) {
    DirectoryChooser chooser = new DirectoryChooser();
    chooser.setTitle(title);
    if (Files.isDirectory(start)) {
      chooser.setInitialDirectory(start.toFile());
    }
    return Optional.ofNullable(chooser.showDialog(owner.get())).map(File::toPath);
  }

  @Override
  public UnsavedAnswer askUnsaved(String migration) {
    ButtonType save = new ButtonType(texts.text("dialog.save"), ButtonData.YES);
    ButtonType discard = new ButtonType(texts.text("dialog.discard"), ButtonData.NO);
    ButtonType stay = new ButtonType(texts.text("dialog.cancel"), ButtonData.CANCEL_CLOSE);
    Optional<ButtonType> answer =
        alert(
                texts.text("dialog.unsaved-title"),
                texts.text("dialog.unsaved", migration),
                save,
                discard,
                stay)
            .showAndWait();
    if (answer.isPresent() && answer.get() == save) {
      return UnsavedAnswer.SAVE;
    }
    return answer.isPresent() && answer.get() == discard
        ? UnsavedAnswer.DISCARD
        : UnsavedAnswer.STAY;
  }

  @Override
  public boolean confirm(String title, String message, String details, String action) {
    ButtonType act = new ButtonType(action, ButtonData.OK_DONE);
    ButtonType leave = new ButtonType(texts.text("dialog.cancel"), ButtonData.CANCEL_CLOSE);
    Alert alert = alert(title, message, act, leave);
    Label words = new Label(message);
    words.setWrapText(true);
    TextArea exactly = new TextArea(details);
    exactly.setId(CONFIRM_DETAILS);
    exactly.getStyleClass().add("code");
    exactly.setEditable(false);
    exactly.setWrapText(true);
    exactly.setAccessibleText(message);
    exactly.setPrefRowCount((int) Math.min(MOST_ROWS, details.lines().count() + 1));
    VBox content = new VBox(words, exactly);
    content.getStyleClass().add("fields");
    alert.getDialogPane().setContent(content);
    alert.getDialogPane().setPrefWidth(CONFIRM_WIDTH);
    alert.getDialogPane().lookupButton(act).setId(CONFIRM);
    return alert.showAndWait().filter(act::equals).isPresent();
  }

  private Alert alert(String title, String message, ButtonType... buttons) {
    Alert alert = new Alert(Alert.AlertType.CONFIRMATION, message, buttons);
    alert.initOwner(owner.get());
    alert.setTitle(title);
    alert.setHeaderText(title);
    return alert;
  }

  @Override
  public void copy(String text) {
    ClipboardContent content = new ClipboardContent();
    content.putString(text);
    Clipboard.getSystemClipboard().setContent(content);
  }
}
