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
package dev.tributary.app.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class FormatsTest {
  private static final Instant NOW = Instant.parse("2024-05-01T12:00:00Z");
  private final Formats formats = new Texts(Locale.ENGLISH).formats();

  @Test
  void numbersAreGrouped() {
    assertThat(formats.number(31204)).isEqualTo("31,204");
    assertThat(formats.added(OptionalLong.of(31204))).isEqualTo("+31,204");
    assertThat(formats.removed(OptionalLong.of(1020))).isEqualTo("−1,020");
  }

  @Test
  void unknownIsNotZero() {
    assertThat(formats.number(OptionalLong.empty())).isEqualTo("–");
    assertThat(formats.added(OptionalLong.empty())).isEqualTo("–");
    assertThat(formats.bytes(OptionalLong.empty())).isEqualTo("–");
  }

  @Test
  void bytesHaveBinaryUnits() {
    assertThat(formats.bytes(1023)).isEqualTo("1,023 B");
    assertThat(formats.bytes(1536)).isEqualTo("1.5 KiB");
    assertThat(formats.bytes(1L << 40)).isEqualTo("1 TiB");
  }

  @Test
  void timesAreRelative() {
    assertThat(formats.relative(NOW.minusSeconds(5), NOW)).isEqualTo("just now");
    assertThat(formats.relative(NOW.minusSeconds(60), NOW)).isEqualTo("1 minute ago");
    assertThat(formats.relative(NOW.minus(Duration.ofHours(5)), NOW)).isEqualTo("5 hours ago");
    assertThat(formats.relative(NOW.minus(Duration.ofDays(1)), NOW)).isEqualTo("1 day ago");
    assertThat(formats.utc(NOW)).isEqualTo("2024-05-01 12:00:00.000 UTC");
  }

  @Test
  void durationsHaveTheirTwoLargestUnits() {
    assertThat(formats.duration(Duration.ofMillis(20))).isEqualTo("20 ms");
    assertThat(formats.duration(Duration.ofMinutes(134))).isEqualTo("2 h 14 min");
    assertThat(formats.duration(Duration.ofHours(25))).isEqualTo("1 day 1 h");
  }
}
