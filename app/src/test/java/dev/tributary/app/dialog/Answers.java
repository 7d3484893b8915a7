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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A person who always answers what the test says, and remembers having been asked. */
public final class Answers implements Dialogs {
  /** The file or folder that is chosen; empty: the person cancels. */
  public Optional<Path> path = Optional.empty();

  /** What to do with unsaved changes. */
  public UnsavedAnswer unsaved = UnsavedAnswer.STAY;

  /** Whether to do what is asked about. */
  public boolean confirmed;

  /** What was asked, in order. */
  public final List<String> asked = new ArrayList<>();

  @Override
  public Optional<Path> openSpec(Path folder) {
    asked.add("open spec");
    return path;
  }

  @Override
  public Optional<Path> openFile(String title, Path folder) {
    asked.add("open file");
    return path;
  }

  @Override
  public Optional<Path> saveFile(String title, Path folder, String name) {
    asked.add("save " + name);
    return path;
  }

  @Override
  public Optional<Path> chooseFolder(String title, Path start) {
    asked.add("choose folder");
    return path;
  }

  @Override
  public UnsavedAnswer askUnsaved(String migration) {
    asked.add("unsaved " + migration);
    return unsaved;
  }

  @Override
  public boolean confirm(String title, String message, String details, String action) {
    asked.add(details);
    return confirmed;
  }

  @Override
  public void copy(String text) {
    asked.add("copy " + text);
  }
}
