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
package dev.tributary.pipeline;

import dev.tributary.errors.RunException;
import dev.tributary.target.Claim;
import dev.tributary.target.Located;
import dev.tributary.target.Locator;
import dev.tributary.target.Removal;
import dev.tributary.target.StagedTable;
import dev.tributary.target.TargetAddress;
import dev.tributary.target.TargetOutput;
import dev.tributary.target.Unit;
import dev.tributary.target.UnitCommitter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.stream.Collectors;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Table;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits shards to a table, once: a step that is done again with the same shards finds its commit
 * and leaves it at that.
 */
public final class SinkCommit {
  private static final Logger LOG = LoggerFactory.getLogger(SinkCommit.class);

  private final TargetAddress address;
  private final TargetOutput output;
  private final List<String> keyColumns;
  private final Removal removal;
  private final Map<String, String> snapshotProperties;

  /**
   * @param output where new delete files go
   * @param keyColumns the columns that identify a row; empty: rows are only appended
   * @param snapshotProperties further entries of the snapshot summary
   */
  public SinkCommit(
      TargetAddress address,
      TargetOutput output,
      List<String> keyColumns,
      Removal removal,
      Map<String, String> snapshotProperties) {
    this.address = address;
    this.output = output;
    this.keyColumns = List.copyOf(keyColumns);
    this.removal = removal;
    this.snapshotProperties = Map.copyOf(snapshotProperties);
  }

  /**
   * Commits.
   *
   * @param mark how far the sink is with this; empty: that is not recorded
   * @return the snapshot that the commit became; empty when the table is past the mark already
   * @throws RunException when other writers keep committing first, or it stays unknown whether the
   *     commit stands
   */
  public OptionalLong commit(List<SinkShard> shards, Optional<Mark> mark) {
    ShardClaim claim = ShardClaim.of(shards, mark);
    try {
      UnitCommitter.Outcome outcome =
          new UnitCommitter(address, claim, new Work(claim.id(), shards), () -> false, LOG::info)
              .commit();
      return outcome instanceof UnitCommitter.Outcome.Committed committed
          ? OptionalLong.of(committed.snapshotId())
          : OptionalLong.empty();
    } finally {
      UnitContext.of(claim.id()).close();
    }
  }

  /**
   * How far a sink has come, as a property of the table says that outlives its snapshots.
   *
   * @param sink names the sink over restarts
   * @param through end of the last window that was committed, in epoch milliseconds
   */
  public record Mark(String sink, long through) {
    private static final String PREFIX = "tributary.sink.";
    private static final String SUFFIX = ".committed-through-ms";

    String property() {
      return PREFIX + sink + SUFFIX;
    }
  }

  private record ShardClaim(String id, Mark mark) implements Claim {
    static ShardClaim of(List<SinkShard> shards, Optional<Mark> mark) {
      String ids = shards.stream().map(SinkShard::id).sorted().collect(Collectors.joining(","));
      return new ShardClaim(
          UUID.nameUUIDFromBytes(ids.getBytes(StandardCharsets.UTF_8)).toString(),
          mark.orElse(null));
    }

    @Override
    public Map<String, String> properties() {
      return mark == null ? Map.of() : Map.of(mark.property(), Long.toString(mark.through()));
    }

    @Override
    public Map<String, String> summary() {
      Map<String, String> summary = new HashMap<>(properties());
      summary.put(Unit.UNIT_ID, id);
      return summary;
    }

    @Override
    public Standing standing(Map<String, String> properties) {
      String through = mark == null ? null : properties.get(mark.property());
      if (through == null) {
        return Standing.OPEN;
      }
      try {
        return Long.parseLong(through) >= mark.through() ? Standing.MOVED : Standing.OPEN;
      } catch (NumberFormatException e) {
        throw new RunException(
            String.format(
                "The table's property %s is '%s', which is not a number. Restore or remove it.",
                mark.property(), through),
            e);
      }
    }
  }

  private final class Work implements UnitCommitter.UnitWork {
    private final List<DataFile> dataFiles = new ArrayList<>();
    private final Tally tally = new Tally();
    private final PackedKeys keys;

    Work(String id, List<SinkShard> shards) {
      List<KeyBlock> blocks = new ArrayList<>();
      for (SinkShard shard : shards) {
        dataFiles.addAll(shard.dataFiles());
        blocks.addAll(shard.keys());
        tally.add(shard.tally());
      }
      this.keys = new PackedKeys(id, blocks, PackedKeys.affordableChunkBytes());
    }

    @Override
    public Optional<StagedTable> creation() {
      return Optional.empty();
    }

    @Override
    public List<DataFile> dataFiles() {
      return dataFiles;
    }

    /** Nothing was located beforehand: that is right for a table without any snapshot only. */
    @Override
    public Optional<Long> locatedIn() {
      return Optional.empty();
    }

    @Override
    public Located located() {
      return Located.NOTHING;
    }

    @Override
    public Located locate(Table table) {
      if (!table.schema().sameSchema(output.table().schema())) {
        throw new RunException(
            String.format(
                "The columns of %s were changed while rows were written to it. Start the pipeline"
                    + " again.",
                address));
      }
      if (keys.count() == 0) {
        return Located.NOTHING;
      }
      return new Locator(output, keyColumns, keys, removal).locate(table, () -> false);
    }

    @Override
    public Map<String, String> summary(Located located) {
      Map<String, String> summary = new HashMap<>(snapshotProperties);
      if (keys.count() > 0) {
        summary.putAll(tally.resolve(keys.matched(located)).summary());
      }
      return summary;
    }
  }
}
