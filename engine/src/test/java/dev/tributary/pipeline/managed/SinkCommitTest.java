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

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.pipeline.SinkShard;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.utils.YamlUtils;
import org.apache.beam.sdk.util.SerializableUtils;
import org.apache.beam.sdk.values.Row;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a worker does again after it died between its commit and the word that it was done. */
class SinkCommitTest {
  private static final Schema ROWS = Schema.builder().addInt64Field("id").build();

  @TempDir Path folder;
  private LakeFixture lake;
  private WriteOptions options;
  private SinkCommits commits;

  @BeforeEach
  void open() {
    lake = new LakeFixture(folder);
    Row config =
        YamlUtils.toBeamRow(
            lake.config("db.numbers", Map.of()), new IcebergWrite().configurationSchema(), false);
    options = new WriteOptions(new Settings("iceberg write", config));
    commits = new SinkCommits(options, new RowFields(options, ROWS));
  }

  private SinkShard shard(long id) throws IOException {
    SinkTable table = SinkTable.open(options, "db.numbers", ROWS);
    try (SinkShard.Appender appender = new SinkShard.Appender(table.output(), "rows")) {
      appender.add(table.record(Row.withSchema(ROWS).addValue(id).build()));
      return appender.complete();
    }
  }

  private Optional<Row> commit(SinkShard... shards) {
    return commits.commit("db.numbers", List.of(shards), OptionalLong.empty());
  }

  @Test
  void theSameShardsAreCommittedOnceHoweverOftenAndAfterWhatever() throws IOException {
    SinkShard one = shard(1);
    SinkShard two = shard(2);
    Optional<Row> first = commit(one, two);
    commit(shard(3));

    SinkShard travelled = SerializableUtils.ensureSerializable(one);
    assertThat(commit(two, travelled).map(row -> row.getInt64("snapshot_id")))
        .isEqualTo(first.map(row -> row.getInt64("snapshot_id")));

    assertThat(lake.rows("db.numbers")).containsExactly("1", "2", "3");
    assertThat(lake.snapshots("db.numbers")).hasSize(2);
  }

  @Test
  void equalRowsInOtherFilesAreCommittedAgain() throws IOException {
    commit(shard(1));
    commit(shard(1));
    assertThat(lake.rows("db.numbers")).containsExactly("1", "1");
  }
}
