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
import java.util.OptionalLong;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.Row;

/** Commits the shards of a table that came together. */
final class CommitShards extends DoFn<KV<String, Iterable<SinkShard>>, Row> {
  private static final long serialVersionUID = 1L;

  private final SinkCommits commits;

  CommitShards(SinkCommits commits) {
    this.commits = commits;
  }

  @RequiresStableInput
  @ProcessElement
  public void process(@Element KV<String, Iterable<SinkShard>> table, OutputReceiver<Row> out) {
    List<SinkShard> shards = new ArrayList<>();
    table.getValue().forEach(shards::add);
    commits.commit(table.getKey(), shards, OptionalLong.empty()).ifPresent(out::output);
  }
}
