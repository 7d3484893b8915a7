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
package dev.tributary.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.failpoint.Failpoint;
import dev.tributary.run.CrashFixture.Crashed;
import dev.tributary.run.CrashFixture.Kind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A run dies, or a step fails, right before or after each of its effects; the next run leaves the
 * target as one clean run would. The Java option {@code -Dtributary.crash-matrix=full} takes each
 * moment in each catalog, batch and staying on; by default every other moment has one of these.
 */
@Tag("slow")
class CrashMatrixTest {
  private static final boolean FULL = "full".equals(System.getProperty("tributary.crash-matrix"));
  private static final int COMMITS = 5;

  @TempDir static Path folder;
  private static CrashFixture fixture;

  @BeforeAll
  static void writeSource() throws Exception {
    fixture = new CrashFixture(folder, COMMITS);
  }

  /**
   * Failpoints as the Java option has them: in the first unit, which creates the table, and later.
   */
  private static final List<String> MOMENTS =
      List.of(
          "FILE_CREATED:5",
          "FILE_CREATED:2",
          "FILE_WRITTEN:2",
          "FILE_WRITTEN:5",
          "NAMESPACE_CREATED",
          // The first file of a run only probes whether files can be written.
          "FILE_CREATED:1",
          "COMMIT_BEGUN:3",
          "COMMIT_BEGUN:1",
          "COMMIT_STOOD:1",
          "UNIT_ENDED:1",
          "COMMIT_STOOD:3",
          "UNIT_ENDED:3",
          "FILE_WRITTEN:5:throw,LEFTOVER_DELETED",
          "FILE_WRITTEN:2:throw,LEFTOVER_DELETED",
          "UNIT_SETTLED:3",
          "UNIT_SETTLED:1");

  private static final List<String> FAILURES =
      List.of(
          "FILE_CREATED:2:throw",
          "FILE_CREATED:5:throw",
          "FILE_WRITTEN:5:throw",
          "FILE_WRITTEN:2:throw",
          "COMMIT_BEGUN:3:throw",
          "COMMIT_BEGUN:1:throw",
          "COMMIT_STOOD:3:throw",
          "COMMIT_STOOD:1:throw");

  /** A case of the matrix. */
  record Crash(String failpoint, Kind catalog, boolean stays, int formatVersion) {}

  static Stream<Crash> deaths() {
    return cases(MOMENTS);
  }

  static Stream<Crash> failures() {
    return cases(FAILURES);
  }

  private static Stream<Crash> cases(List<String> failpoints) {
    List<Crash> cases = new ArrayList<>();
    int number = 0;
    for (String failpoint : failpoints) {
      for (Kind catalog : Kind.values()) {
        for (boolean stays : new boolean[] {false, true}) {
          int index = catalog.ordinal() * 2 + (stays ? 1 : 0);
          if (FULL || (number % 2 == 0 && index == number / 2 % 6)) {
            cases.add(new Crash(failpoint, catalog, stays, 2 + number / 2 % 2));
          }
        }
      }
      number++;
    }
    return cases.stream();
  }

  @ParameterizedTest
  @MethodSource("deaths")
  void aRunThatDiesIsMadeGoodByTheNext(Crash crash) throws Exception {
    try (Crashed crashed = fixture.target(crash.catalog(), crash.formatVersion());
        ChildRun child =
            crashed.start(crash.stays(), "-Dtributary.failpoint=" + crash.failpoint())) {
      int exitCode = child.exitCode();
      assertThat(exitCode).as(child.output()).isEqualTo(Failpoint.HALTED);

      crashed.assertResumes(crash.toString());

      // Of the unit that was at work, one data file and one delete file for each data file before.
      List<String> unused = crashed.target().unusedFiles();
      System.out.println(crash + " left " + unused.size() + " files");
      assertThat(unused).hasSizeLessThanOrEqualTo(1 + COMMITS);
    }
  }

  @ParameterizedTest
  @MethodSource("failures")
  void aStepThatFailsLeavesNothingBehind(Crash crash) throws Exception {
    try (Crashed crashed = fixture.target(crash.catalog(), crash.formatVersion());
        ChildRun child =
            crashed.start(crash.stays(), "-Dtributary.failpoint=" + crash.failpoint())) {
      int exitCode = child.exitCode();
      // A run that stays on tries again by itself, and a commit is looked up.
      assertThat(exitCode).as(child.output()).isIn(0, crash.stays() ? 0 : 4);
      assertThat(child.output()).contains("Failpoint");

      crashed.assertResumes(crash.toString());

      assertThat(crashed.target().unusedFiles()).isEmpty();
    }
  }
}
