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

import dev.tributary.changes.Change;
import dev.tributary.changes.CommitResolver;
import dev.tributary.rows.Annotations;
import dev.tributary.rows.RowCodec;
import dev.tributary.rows.RowKey;
import dev.tributary.scan.KeyedSpill;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.Row;
import org.apache.iceberg.data.Record;

/** Finds the updates of one commit among the rows that it removed and added. */
final class PairCommit extends DoFn<KV<String, Iterable<PairBlock>>, Row> {
  private static final long serialVersionUID = 1L;

  private final ReadShape shape;

  PairCommit(ReadShape shape) {
    this.shape = shape;
  }

  @ProcessElement
  public void process(@Element KV<String, Iterable<PairBlock>> shard, OutputReceiver<Row> out) {
    RowCodec codec = new RowCodec(shape.read());
    boolean keyed = !shape.keyColumns().isEmpty();
    Annotations annotations = Annotations.of(shape.read().asStruct());
    try (KeyedSpill spill = new KeyedSpill()) {
      CommitStamp commit = null;
      try (KeyedSpill.Writer writer = spill.writer()) {
        for (PairBlock block : shard.getValue()) {
          commit = block.commit();
          block.addTo(writer);
        }
      }
      CommitStamp stamp = commit;
      for (KeyedSpill.Shard part : spill.shards()) {
        part.forEachPart(
            entries -> {
              for (Images images : group(entries, codec).values()) {
                for (Change change : images.resolve(keyed, annotations)) {
                  if (stamp.selects(change.kind())) {
                    out.output(shape.row(stamp, change));
                  }
                }
              }
            });
      }
    }
  }

  private static Map<RowKey, Images> group(Iterable<KeyedSpill.Entry> entries, RowCodec codec) {
    Map<RowKey, Images> byKey = new LinkedHashMap<>();
    for (KeyedSpill.Entry entry : entries) {
      byte[] payload = entry.payload();
      Record row = codec.decode(Arrays.copyOfRange(payload, 1, payload.length));
      Images images = byKey.computeIfAbsent(RowKey.ofBytes(entry.key()), key -> new Images());
      (payload[0] == 1 ? images.removed : images.added).add(row);
    }
    return byKey;
  }

  /** What one key lost and got in the commit. */
  private static final class Images {
    private final List<Record> removed = new ArrayList<>();
    private final List<Record> added = new ArrayList<>();

    List<Change> resolve(boolean keyed, Annotations annotations) {
      return keyed
          ? CommitResolver.resolve(0, removed, added, annotations)
          : CommitResolver.cancel(0, removed, added, annotations);
    }
  }
}
