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
package dev.tributary.preflight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WriteProbeTest {
  private static final int PROBES = 2_000;

  @TempDir private Path folder;

  @Test
  void createdFoldersAreTakenAwayAgain() throws IOException {
    WriteProbe.write(folder.resolve("a/b/c"));

    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void aFileInTheWayIsNamed() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "no folder");

    assertThatThrownBy(() -> WriteProbe.write(file.resolve("lake")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(file + " is a file, not a folder");
  }

  @Test
  void probesOfTheSamePlaceDoNotDisturbEachOther() throws Exception {
    Callable<Void> probes =
        () -> {
          for (int i = 0; i < PROBES; i++) {
            WriteProbe.write(folder.resolve("lake/db/warehouse"));
          }
          return null;
        };
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      List<Future<Void>> running = new ArrayList<>();
      running.add(threads.submit(probes));
      running.add(threads.submit(probes));
      for (Future<Void> each : running) {
        each.get();
      }
    } finally {
      threads.shutdownNow();
    }
    try (var left = Files.walk(folder)) {
      assertThat(left.filter(Files::isRegularFile)).isEmpty();
    }
  }
}
