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
package dev.tributary.keys;

import dev.tributary.changes.Change;
import dev.tributary.history.Position;
import dev.tributary.mapping.RowMapping;
import dev.tributary.rows.KeyCodec;
import dev.tributary.rows.RowKey;
import dev.tributary.scan.ByteHash;
import dev.tributary.scan.ParallelScan;
import dev.tributary.scan.RowCounter;
import dev.tributary.source.ChangeReader;
import dev.tributary.source.ReadPlan;
import dev.tributary.source.ReadTask;
import dev.tributary.source.SourceTable;
import dev.tributary.spec.ColumnMapping;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.TargetSpec.NullKeys;
import java.io.IOException;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.function.UnaryOperator;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;

/**
 * Checks that equality columns identify the rows of a table. Memory stays bounded: 64-bit hashes of
 * the keys are sorted on disk, and only keys whose hash occurs twice are compared in a second
 * reading, which tables with a proper key do not need.
 */
public final class KeyCheck {
  /** Keys that are counted exactly; of further ones equal hashes count as equal keys. */
  private static final int MOST_EXACT_KEYS = 200_000;

  private static final int MOST_EXAMPLES = 20;

  private final ReadPlan state;
  private final Schema schema;
  private final UnaryOperator<Record> mapping;
  private final List<String> columns;
  private final RowCounter counter;
  private final Rows counted;

  private KeyCheck(
      ReadPlan state,
      Schema schema,
      UnaryOperator<Record> mapping,
      List<String> columns,
      Rows counted,
      RowCounter counter) {
    this.counted = counted;
    this.state = state;
    this.schema = schema;
    this.mapping = mapping;
    this.columns = List.copyOf(columns);
    this.counter = counter;
  }

  /** Which rows have to be told apart. */
  public enum Rows {
    ALL,
    /** Those whose key has no null; others are counted as such and else pass. */
    WITHOUT_NULL_KEYS;

    /** Those that a run of the spec applies: it may have another place for the others. */
    public static Rows applicable(MigrationSpec spec) {
      return spec.target().nullKeys() == NullKeys.REJECT && spec.target().deadLetter().isPresent()
          ? WITHOUT_NULL_KEYS
          : ALL;
    }
  }

  /**
   * Reads the state once, and once more if keys look alike.
   *
   * @param state plan of a table's state; only the columns that {@code mapping} needs
   * @param schema of the rows that {@code mapping} returns
   * @param mapping from the state's rows to rows of {@code schema}; called by several threads
   * @param columns equality columns, names in {@code schema}
   * @param counted which rows have to be told apart
   * @param rowsRead hears how many rows were read so far, of both readings
   * @param cancelled asked every few thousand rows
   * @throws dev.tributary.errors.MappingException when a column is absent or can't be part of a key
   * @throws dev.tributary.errors.SourceException when the state can't be read
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public static KeyFacts check(
      ReadPlan state,
      Schema schema,
      UnaryOperator<Record> mapping,
      List<String> columns,
      Rows counted,
      LongConsumer rowsRead,
      BooleanSupplier cancelled) {
    KeyCodec.fields(schema, columns);
    return new KeyCheck(
            state, schema, mapping, columns, counted, new RowCounter(rowsRead, cancelled))
        .run();
  }

  /**
   * Reads the state as {@link #check(ReadPlan, Schema, UnaryOperator, List, Rows, LongConsumer,
   * BooleanSupplier)}, all rows counting.
   */
  public static KeyFacts check(
      ReadPlan state,
      Schema schema,
      UnaryOperator<Record> mapping,
      List<String> columns,
      LongConsumer rowsRead,
      BooleanSupplier cancelled) {
    return check(state, schema, mapping, columns, Rows.ALL, rowsRead, cancelled);
  }

  /**
   * Reads the key columns of a source's state, by the names that they have there.
   *
   * @param spec whose mapping says what source columns the key has
   * @param equalityColumns names in the target
   * @param rowsRead as in {@link #check}
   * @param cancelled as in {@link #check}
   * @throws dev.tributary.errors.MappingException when a column is absent or can't be part of a key
   * @throws dev.tributary.errors.SourceException when the state can't be read
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public static KeyFacts checkState(
      SourceTable source,
      Position position,
      MigrationSpec spec,
      List<String> equalityColumns,
      LongConsumer rowsRead,
      BooleanSupplier cancelled) {
    RowMapping mapping = mapping(source.schema(position), spec, equalityColumns);
    return check(
        source.planState(position, mapping.sourceColumns()),
        mapping.targetSchema(),
        mapping::map,
        equalityColumns,
        Rows.applicable(spec),
        rowsRead,
        cancelled);
  }

  /**
   * The mapping that reads no more of a source than its key needs, and lets null keys pass so that
   * they can be counted.
   *
   * @param source all columns of the source
   * @param spec whose mapping says what source columns the key has
   * @param equalityColumns names in the target
   * @throws dev.tributary.errors.MappingException when a column is absent or cannot be mapped
   */
  public static RowMapping mapping(
      Schema source, MigrationSpec spec, List<String> equalityColumns) {
    return RowMapping.plan(source, onlyColumns(spec, equalityColumns));
  }

  /**
   * The spec as if only these target columns were to be migrated, nulls among them; without the
   * target's own keep and drop, which name other columns too.
   */
  private static MigrationSpec onlyColumns(MigrationSpec spec, List<String> columns) {
    Map<String, ColumnMapping> mapped = new LinkedHashMap<>();
    spec.mapping().forEach(mapping -> mapped.put(mapping.target(), mapping));
    mapped.keySet().retainAll(columns);
    spec.target()
        .only()
        .ifPresent(
            struct ->
                columns.forEach(
                    column ->
                        mapped.putIfAbsent(
                            column,
                            new ColumnMapping(struct + "." + column, column, Optional.empty()))));
    List<String> keep =
        columns.stream()
            .map(column -> mapped.containsKey(column) ? mapped.get(column).source() : column)
            .toList();
    return spec.toBuilder()
        .source(spec.source().toBuilder().keep(keep).drop(List.of()).build())
        .target(
            spec.target().toBuilder()
                .equalityColumns(columns)
                .nullKeys(NullKeys.MATCH)
                .writeOptions(Map.of())
                .build())
        .mapping(List.copyOf(mapped.values()))
        .build();
  }

  private KeyFacts run() {
    AtomicLongArray nulls = new AtomicLongArray(columns.size());
    long rows;
    KeyHashes.Duplicates suspects;
    try (KeyHashes hashes = new KeyHashes()) {
      ParallelScan.run(state.tasks(), () -> new HashWorker(hashes, nulls));
      rows = hashes.size();
      suspects = hashes.duplicates(MOST_EXACT_KEYS);
    }
    Map<RowKey, Long> counts = count(suspects);
    counts.values().removeIf(count -> count == 1);
    return new KeyFacts(
        columns,
        rows,
        nullCounts(nulls),
        counts.size() + suspects.furtherHashes(),
        counts.values().stream().mapToLong(Long::longValue).sum() + suspects.furtherRows(),
        examples(counts));
  }

  private Map<RowKey, Long> count(KeyHashes.Duplicates suspects) {
    Map<RowKey, Long> counts = new ConcurrentHashMap<>();
    if (!suspects.isEmpty()) {
      ParallelScan.run(state.tasks(), () -> new CountWorker(suspects, counts));
    }
    return counts;
  }

  private Map<String, Long> nullCounts(AtomicLongArray nulls) {
    Map<String, Long> result = new LinkedHashMap<>();
    for (int i = 0; i < columns.size(); i++) {
      if (nulls.get(i) > 0) {
        result.put(columns.get(i), nulls.get(i));
      }
    }
    return result;
  }

  private List<KeyFacts.Example> examples(Map<RowKey, Long> counts) {
    KeyText text = new KeyText(KeyCodec.fields(schema, columns), columns);
    return counts.entrySet().stream()
        .sorted(
            Map.Entry.<RowKey, Long>comparingByValue(Comparator.reverseOrder())
                .thenComparing(Map.Entry.comparingByKey()))
        .limit(MOST_EXAMPLES)
        .map(entry -> new KeyFacts.Example(text.of(entry.getKey()), entry.getValue()))
        .toList();
  }

  /** Reads tasks and does something with the key of every row. */
  private abstract class KeyWorker implements ParallelScan.Worker<ReadTask> {
    private final ChangeReader reader = state.reader();
    private final KeyCodec codec = new KeyCodec(schema, columns);
    private final RowCounter.Local rows = counter.local();

    abstract void key(RowKey key);

    @Override
    public final void accept(ReadTask task) throws IOException {
      try (CloseableIterable<Change> changes = reader.read(task)) {
        for (Change change : changes) {
          key(codec.key(mapping.apply(change.row())));
          rows.row();
        }
      }
    }

    @Override
    public void close() {
      rows.close();
    }
  }

  private final class HashWorker extends KeyWorker {
    private final KeyHashes.Writer writer;
    private final AtomicLongArray nulls;

    HashWorker(KeyHashes hashes, AtomicLongArray nulls) {
      this.writer = hashes.writer();
      this.nulls = nulls;
    }

    @Override
    void key(RowKey key) {
      boolean[] hasNull = new boolean[1];
      KeyText.forEachNull(
          key,
          column -> {
            nulls.incrementAndGet(column);
            hasNull[0] = true;
          });
      if (!hasNull[0] || counted == Rows.ALL) {
        writer.add(ByteHash.of(key.bytes(), 0));
      }
    }

    @Override
    public void close() {
      writer.close();
      super.close();
    }
  }

  private final class CountWorker extends KeyWorker {
    private final KeyHashes.Duplicates suspects;
    private final Map<RowKey, Long> counts;

    CountWorker(KeyHashes.Duplicates suspects, Map<RowKey, Long> counts) {
      this.suspects = suspects;
      this.counts = counts;
    }

    @Override
    void key(RowKey key) {
      if (suspects.contains(ByteHash.of(key.bytes(), 0))) {
        counts.merge(key, 1L, Long::sum);
      }
    }
  }
}
