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

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.Row;
import org.joda.time.Instant;

/** Rows that came out of a pipeline on the direct runner, as soon as they come. */
final class Collected {
  private static final Map<String, Queue<Stamped>> ALL = new ConcurrentHashMap<>();

  private final String id = UUID.randomUUID().toString();

  record Stamped(Row row, Instant time) {}

  private Collected() {
    ALL.put(id, new ConcurrentLinkedQueue<>());
  }

  static Collected of(PCollection<Row> rows) {
    Collected collected = new Collected();
    rows.apply("Collect " + collected.id, ParDo.of(new Collect(collected.id)));
    return collected;
  }

  List<Stamped> stamped() {
    return new ArrayList<>(ALL.get(id));
  }

  List<Row> rows() {
    return stamped().stream().map(Stamped::row).toList();
  }

  /** Each row's values, joined by commas; sorted. */
  List<String> text() {
    return rows().stream()
        .map(row -> row.getValues().stream().map(String::valueOf).collect(Collectors.joining(",")))
        .sorted()
        .toList();
  }

  private static final class Collect extends DoFn<Row, Void> {
    private static final long serialVersionUID = 1L;

    private final String id;

    Collect(String id) {
      this.id = id;
    }

    @ProcessElement
    public void process(@Element Row row, @Timestamp Instant time) {
      ALL.get(id).add(new Stamped(row, time));
    }
  }
}
