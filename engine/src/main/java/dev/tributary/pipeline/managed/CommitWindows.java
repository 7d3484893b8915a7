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
package dev.tributary.pipeline.managed;

import dev.tributary.pipeline.SinkShard;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.state.BagState;
import org.apache.beam.sdk.state.StateSpec;
import org.apache.beam.sdk.state.StateSpecs;
import org.apache.beam.sdk.state.TimeDomain;
import org.apache.beam.sdk.state.Timer;
import org.apache.beam.sdk.state.TimerSpec;
import org.apache.beam.sdk.state.TimerSpecs;
import org.apache.beam.sdk.state.ValueState;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.Row;
import org.joda.time.Instant;

/** Commits the windows of each table in their order, each when all of its shards are there. */
final class CommitWindows extends DoFn<KV<String, PendingShard>, Row> {
  private static final long serialVersionUID = 1L;

  @StateId("pending")
  private final StateSpec<BagState<PendingShard>> pendingSpec =
      StateSpecs.bag(ObjectCoder.of(PendingShard.class));

  @StateId("next")
  private final StateSpec<ValueState<Long>> nextSpec = StateSpecs.value(VarLongCoder.of());

  @TimerId("complete")
  private final TimerSpec completeSpec = TimerSpecs.timer(TimeDomain.EVENT_TIME);

  private final SinkCommits commits;

  CommitWindows(SinkCommits commits) {
    this.commits = commits;
  }

  @RequiresStableInput
  @ProcessElement
  public void process(
      @Element KV<String, PendingShard> element,
      @StateId("pending") BagState<PendingShard> pending,
      @StateId("next") ValueState<Long> next,
      @TimerId("complete") Timer complete) {
    PendingShard shard = element.getValue();
    pending.add(shard);
    Long known = next.read();
    if (known == null || shard.windowEnd() < known) {
      next.write(shard.windowEnd());
      // Past the window's last millisecond no shard of it is under way any more.
      complete.set(Instant.ofEpochMilli(shard.windowEnd() + 1));
    }
  }

  @OnTimer("complete")
  public void complete(
      @Key String table,
      @Timestamp Instant now,
      @StateId("pending") BagState<PendingShard> pending,
      @StateId("next") ValueState<Long> next,
      @TimerId("complete") Timer complete,
      OutputReceiver<Row> out) {
    TreeMap<Long, List<SinkShard>> due = new TreeMap<>();
    List<PendingShard> rest = new ArrayList<>();
    for (PendingShard shard : pending.read()) {
      if (shard.windowEnd() < now.getMillis()) {
        due.computeIfAbsent(shard.windowEnd(), end -> new ArrayList<>()).add(shard.shard());
      } else {
        rest.add(shard);
      }
    }
    for (Map.Entry<Long, List<SinkShard>> window : due.entrySet()) {
      commits
          .commit(table, window.getValue(), OptionalLong.of(window.getKey()))
          .ifPresent(out::output);
    }
    pending.clear();
    next.clear();
    rest.forEach(pending::add);
    rest.stream()
        .mapToLong(PendingShard::windowEnd)
        .min()
        .ifPresent(
            end -> {
              next.write(end);
              complete.set(Instant.ofEpochMilli(end + 1));
            });
  }
}
