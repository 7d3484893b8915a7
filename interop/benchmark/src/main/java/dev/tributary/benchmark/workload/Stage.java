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
package dev.tributary.benchmark.workload;

import dev.tributary.benchmark.data.DataFolder;
import dev.tributary.benchmark.engine.Spark;
import dev.tributary.benchmark.engine.Tributary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What all workloads of a run of the benchmark share. */
public final class Stage {
  private final Settings settings;
  private final Tributary tributary;
  private final Spark spark;
  private final DataFolder data;

  public Stage(Settings settings) {
    this.settings = settings;
    Path logs = settings.data().resolve("logs");
    tributary = new Tributary(settings.home().resolve("tributary"), logs, settings.heap());
    spark = new Spark(settings.home().resolve("interop/spark/target"), logs, settings.heap());
    data = new DataFolder(settings.data());
  }

  Settings settings() {
    return settings;
  }

  Tributary tributary() {
    return tributary;
  }

  Spark spark() {
    return spark;
  }

  DataFolder data() {
    return data;
  }

  /** Writes a spec into a folder. */
  static Path spec(Path folder, String name, String text) {
    try {
      return Files.writeString(folder.resolve(name + ".tributary.yaml"), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
