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

import static dev.tributary.fixture.MemorySource.insert;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.fixture.MemorySource;
import dev.tributary.source.ReadPlan.Pairing;
import dev.tributary.spec.Bound;
import dev.tributary.spec.MigrationSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** ORC cannot tell the last second before 1970 from the first one after it. */
class OrcTimestampsTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.optional(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "at", Types.TimestampType.withoutZone()),
          Types.NestedField.optional(
              3, "times", Types.ListType.ofOptional(4, Types.TimestampType.withoutZone())));

  @TempDir Path folder;
  private TargetFixture target;
  private MemorySource source;

  @BeforeEach
  void open() {
    target = new TargetFixture(folder);
    source = new MemorySource(SCHEMA, Pairing.AS_STATED);
  }

  private RunResult run(String format) {
    MigrationSpec spec =
        target.spec(builder -> builder.tableProperties(Map.of("write.format.default", format)));
    spec =
        spec.toBuilder()
            .source(spec.source().toBuilder().from(new Bound.Commit(0)).build())
            .build();
    return new RunExecution(
            spec, it -> source, RunExecution.CHANGES_PER_UNIT, event -> {}, new Cancellation())
        .run();
  }

  private static LocalDateTime time(String text) {
    return LocalDateTime.parse(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0001-01-01T00:00:00.000001",
        "1969-12-31T23:59:58.999999",
        "1969-12-31T23:59:59",
        "1969-12-31T23:59:59.000999",
        "1970-01-01T00:00:00",
        "1970-01-01T00:00:00.999999"
      })
  void otherTimesComeBackAsTheyWere(String text) {
    source.commit(insert(1L, time(text), List.of(time(text))));

    assertThat(run("orc").status()).isEqualTo(RunResult.Status.SUCCEEDED);

    assertThat(target.<Object>table(OrcTimestampsTest::onlyTime)).contains(time(text));
  }

  private static Object onlyTime(Table table) {
    try (CloseableIterable<Record> rows = IcebergGenerics.read(table).build()) {
      return rows.iterator().next().getField("at");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"1969-12-31T23:59:59.001", "1969-12-31T23:59:59.999999"})
  void timesOfTheLastSecondBefore1970AreRefused(String text) throws Exception {
    source.commit(insert(1L, time("2024-01-01T00:00:00"), List.of(time(text))));

    RunResult result = run("orc");

    assertThat(result.status()).isEqualTo(RunResult.Status.FAILED);
    assertThat(result.error().orElseThrow())
        .contains("'times'")
        .contains(text)
        .contains("write.format.default");
    assertThat(target.files()).isEmpty();
  }

  @Test
  void otherFormatsHoldThem() {
    LocalDateTime time = time("1969-12-31T23:59:59.999999");
    source.commit(insert(1L, time, List.of(time)));

    assertThat(run("parquet").status()).isEqualTo(RunResult.Status.SUCCEEDED);
    assertThat(target.<Object>table(OrcTimestampsTest::onlyTime)).contains(time);
  }
}
