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
package dev.tributary.app.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class RateMeterTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final RateMeter meter = new RateMeter();

  @Test
  void oneReportTellsNoRate() {
    meter.report(START, 100);
    assertThat(meter.latest()).isEmpty();
  }

  @Test
  void rateIsThatOfTheLastInterval() {
    meter.report(START, 0);
    meter.report(START.plusMillis(500), 1000);
    meter.report(START.plusMillis(1500), 1500);
    assertThat(meter.intervals())
        .extracting(RateMeter.Interval::rowsPerSecond)
        .containsExactly(2000.0, 500.0);
    assertThat(meter.latest()).hasValue(500);
  }

  @Test
  void reportsAtOneMomentMakeNoEndlessRate() {
    meter.report(START, 0);
    meter.report(START.plusNanos(1), 1_000_000);
    assertThat(meter.latest()).isEmpty();
    meter.report(START.plusSeconds(1), 1_000_000);
    assertThat(meter.latest()).as("nothing reported is lost").hasValue(1_000_000);
  }
}
