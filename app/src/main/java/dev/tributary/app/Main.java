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

import javafx.application.Application;

/**
 * Where the desktop app starts: {@code Main [SPEC]}. Not an {@link Application} itself, so that
 * JavaFX may lie on the class path.
 */
public final class Main {
  private Main() {}

  /** Opens the window, with the migration of a spec file if one is given. */
  public static void main(String[] args) {
    Application.launch(TributaryApplication.class, args);
  }
}
