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

import java.nio.file.Path;
import java.util.Optional;

/** Asks a person; call from the UI thread, which waits for the answer. */
public interface Dialogs {

  /** Lets a person choose an existing spec file. */
  Optional<Path> openSpec(Path folder);

  /** Lets a person choose an existing file of any kind. */
  Optional<Path> openFile(String title, Path folder);

  /** Lets a person choose where to save a file, such as a spec or a report. */
  Optional<Path> saveFile(String title, Path folder, String name);

  /** Lets a person choose a folder. */
  Optional<Path> chooseFolder(String title, Path start);

  /** Asks what to do with changes that are not saved. */
  UnsavedAnswer askUnsaved(String migration);

  /**
   * Asks whether to do something that is not undone with a click.
   *
   * @param details what exactly, word by word, such as statements; shown as code
   * @param action what the button that does it says
   */
  boolean confirm(String title, String message, String details, String action);

  /** Puts text on the clipboard. */
  void copy(String text);

  /** What to do with unsaved changes. */
  enum UnsavedAnswer {
    SAVE,
    DISCARD,
    STAY
  }
}
