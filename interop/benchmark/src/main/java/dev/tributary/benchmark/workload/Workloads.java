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

import dev.tributary.benchmark.data.Orders;
import dev.tributary.benchmark.data.WideRows;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** All workloads, by id. */
public final class Workloads {
  private Workloads() {}

  /** In the order in which they run. */
  public static Map<String, Workload> all() {
    Map<String, Workload> all = new LinkedHashMap<>();
    all.put(
        "W1",
        new InitialLoad("Initial load of 5 million rows by copy", InitialLoad.Kind.ICEBERG_COPY));
    all.put(
        "W2",
        new InitialLoad(
            "Initial load of 5 million rows of a partitioned Delta table with deletion vectors by"
                + " copy",
            InitialLoad.Kind.DELTA_COPY));
    all.put(
        "W3",
        new InitialLoad(
            "Initial load of 5 million rows by rewrite, with another name, a cast and a filter",
            InitialLoad.Kind.REWRITE));
    all.put(
        "W4",
        new ApplyChanges(
            "100,000 changes of 6 commits applied to 5 million rows",
            "changed-orders",
            Orders::new,
            5_000_000,
            100_000,
            ApplyChanges.fasterThanSpark(5, 3),
            Set.of(Peer.FLINK)));
    all.put(
        "W5",
        new ApplyChanges(
            "1 million changes applied to 5 million rows",
            "much-changed-orders",
            Orders::new,
            5_000_000,
            1_000_000,
            ApplyChanges.fasterThanSpark(3, 0),
            Set.of(Peer.FLINK)));
    all.put("W6", new Following());
    all.put("W7", new ManyChanges());
    all.put("W8", new ManyFiles());
    all.put("W9", new LongHistory());
    all.put("W10", new FirstRows());
    all.put(
        "W11",
        new ApplyChanges(
            "10 changes applied to 100,000 rows",
            "little-changed-orders",
            Orders::new,
            100_000,
            10,
            ApplyChanges.within(0.5, 4),
            Set.of()));
    all.put("W12", new EqualityDeletes());
    all.put(
        "W13",
        new ApplyChanges(
            "25,000 changes applied to 500,000 rows of 200 columns",
            "wide-rows",
            WideRows::new,
            500_000,
            25_000,
            ApplyChanges.fasterThanSpark(3, 0),
            Set.of()));
    return all;
  }
}
