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

import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the other tests rely on: that the oracle sees differences, and that sources are as told. */
class OracleTest {
  @TempDir Path temp;

  @Test
  void aRowTooOftenIsADifference() {
    TableRows once = rows("{\"id\":1,\"name\":\"a\"}");

    assertThat(rows("{\"id\":1,\"name\":\"a\"}", "{\"id\":1,\"name\":\"a\"}")).isNotEqualTo(once);
    assertThat(rows("{\"id\":1,\"name\":null}")).isNotEqualTo(once);
    assertThat(rows("{\"id\":1,\"name\":\"null\"}")).isNotEqualTo(rows("{\"id\":1,\"name\":null}"));
  }

  @Test
  void orderAndNotationAreNone() {
    assertThat(rows("{\"at\":\"2026-01-01T10:00:00+00:00\"}", "{\"at\":\"99999999999999999\"}"))
        .isEqualTo(rows("{\"at\":99999999999999999}", "{\"at\":\"2026-01-01T10:00:00.000000Z\"}"));
    assertThat(rows("{\"at\":\"2026-01-01T10:00:00\"}"))
        .isNotEqualTo(rows("{\"at\":\"2026-01-01T10:00:00Z\"}"));
  }

  @ParameterizedTest
  @EnumSource(SparkSource.Kind.class)
  @Tag("slow")
  void sparkWritesTheSameRowsInEveryKind(SparkSource.Kind kind) {
    SparkSource source = SparkSource.create(kind, temp);

    source.writeFirstCommits();
    // Of 0 to 179 without the multiples of 11 below 120, 170 and 175 are merged away, 180 to 199
    // new.
    assertThat(source.rows().size()).isEqualTo(180 - 11 - 2 + 20 - 9);

    source.writeLaterCommits();
    assertThat(source.rows().size()).isEqualTo(180 - 11 - 2 + 20 - 9 + 10 - 3);
  }

  private static TableRows rows(String... lines) {
    return TableRows.ofLines(Stream.of(lines));
  }
}
