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
package dev.tributary.benchmark.data;

import io.delta.kernel.Table;
import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.engine.Engine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;

/** Commits of Delta tables that Spark would take too long for. */
public final class DeltaCommits {
  private static final long FIRST_COMMIT = 1_767_225_600_000L;
  private static final int COMMITS_PER_CHECKPOINT = 1000;

  private DeltaCommits() {}

  /**
   * Makes a table with a long log. Its data files are named only: a history is read from the log.
   *
   * @param folder of the table
   * @param commits of one file each
   */
  public static void longHistory(Path folder, int commits) {
    try {
      Path log = Files.createDirectories(folder.resolve("_delta_log"));
      Engine engine = DefaultEngine.create(new Configuration());
      for (int version = 0; version < commits; version++) {
        Files.writeString(
            log.resolve(String.format(Locale.ROOT, "%020d.json", version)), commit(version));
        if (version > 0 && version % COMMITS_PER_CHECKPOINT == 0) {
          Table.forPath(engine, folder.toString()).checkpoint(engine, version);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String commit(int version) {
    long time = FIRST_COMMIT + version * 60_000L;
    String start =
        version > 0
            ? ""
            : "{\"protocol\":{\"minReaderVersion\":1,\"minWriterVersion\":2}}\n"
                + "{\"metaData\":{\"id\":\"5a3b1c1e-0000-4000-8000-000000000000\","
                + "\"format\":{\"provider\":\"parquet\",\"options\":{}},\"schemaString\":"
                + "\"{\\\"type\\\":\\\"struct\\\",\\\"fields\\\":[{\\\"name\\\":\\\"id\\\","
                + "\\\"type\\\":\\\"long\\\",\\\"nullable\\\":true,\\\"metadata\\\":{}}]}\","
                + "\"partitionColumns\":[],\"configuration\":{},\"createdTime\":"
                + time
                + "}}\n";
    return String.format(
        Locale.ROOT,
        "{\"commitInfo\":{\"timestamp\":%1$d,\"operation\":\"WRITE\",\"operationParameters\":{},"
            + "\"operationMetrics\":{\"numFiles\":\"1\",\"numOutputRows\":\"10\"}}}\n%3$s"
            + "{\"add\":{\"path\":\"%2$d.parquet\",\"partitionValues\":{},\"size\":1000,"
            + "\"modificationTime\":%1$d,\"dataChange\":true,"
            + "\"stats\":\"{\\\"numRecords\\\":10}\"}}\n",
        time,
        version,
        start);
  }
}
