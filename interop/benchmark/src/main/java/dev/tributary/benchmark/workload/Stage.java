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
import java.nio.file.Path;

/** What all workloads of a run of the benchmark share. */
public final class Stage {
  private final Settings settings;
  private final Tributary tributary;
  private final Spark spark;
  private final DataFolder data;

  public Stage(Settings settings) {
    this.settings = settings;
    tributary = new Tributary(settings.home().resolve("tributary"), logs(), settings.heap());
    spark = new Spark(settings.home().resolve("interop/spark/target"), logs(), settings.heap());
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

  /** The folder for what the engines write to their standard error, and for Spark's own files. */
  Path logs() {
    return settings.data().resolve("logs");
  }

  /** The folder of a data set, which Spark makes unless it is there. */
  Path made(DataSet set, Spark.Warm maker) {
    // Its statements may name the folder, which is named by them: told by those for none.
    return data.dataSet(
        set.name(),
        String.join("\n", set.statements().apply(Path.of(""))) + "\n" + set.definition(),
        folder -> {
          System.err.println("  making " + folder);
          maker.add(new Lake(folder).source());
          maker.run(set.statements().apply(folder).stream().map(Spark.Statement::of).toList());
          set.then().accept(new Lake(folder));
        });
  }
}
