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
package dev.tributary.app.verification;

import dev.tributary.app.settings.SceneStyle;
import dev.tributary.app.task.TaskExecutor;
import dev.tributary.app.text.Texts;
import java.nio.file.Path;
import javafx.scene.Scene;
import javafx.stage.Stage;

/** Opens windows that compare a target with its source. */
public final class VerificationWindows {
  private final TaskExecutor executor;
  private final Texts texts;
  private final SceneStyle style;

  /** No window yet. */
  public VerificationWindows(TaskExecutor executor, Texts texts, SceneStyle style) {
    this.executor = executor;
    this.texts = texts;
    this.style = style;
  }

  /** Starts to compare what the spec file names, and shows the result when it is there. */
  public void show(Path specFile, String source, String target) {
    VerificationViewModel model = new VerificationViewModel(specFile, executor, texts);
    String title = texts.text("verify.title", target, source);
    VerificationView view = new VerificationView(model, title, texts);
    Scene scene = new Scene(view.node(), 960, 600);
    style.follow(scene);
    Stage stage = new Stage();
    stage.setTitle(title);
    stage.setScene(scene);
    stage.setMinWidth(640);
    stage.setMinHeight(400);
    stage.setOnHidden(event -> model.cancel());
    stage.show();
    stage.requestFocus();
    model.verify();
  }
}
