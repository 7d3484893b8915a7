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
package dev.tributary.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.fixture.ExpectedTables;
import dev.tributary.fixture.ExpectedTables.Format;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every table of public projects on every way into a lakehouse. */
@Tag("slow")
class TableSweepTest {
  private static final int STEPS = Integer.getInteger("tributary.sweep.steps", 6);

  @TempDir Path temp;

  @Test
  void everyTableArrivesAsItIs() throws IOException {
    ExpectedTables.assumePresent();
    SweepReport report = new SweepReport();
    try (SweepLakehouse lakehouse = new SweepLakehouse(Lakehouse.create(Lakehouse.Kind.JDBC, temp))) {
      for (Format format : Format.values()) {
        for (String name : ExpectedTables.names(format)) {
          long start = System.nanoTime();
          report.add(new SweptTable(ExpectedTables.read(format, name), lakehouse, STEPS).sweep());
          System.out.println(name + " " + (System.nanoTime() - start) / 1_000_000);
        }
      }
    }
    System.out.println(report.text());
    Files.createDirectories(Path.of("target"));
    Files.writeString(Path.of("target/table-sweep.tsv"), report.text());
    assertThat(report.lines()).isNotEmpty();
  }
}
