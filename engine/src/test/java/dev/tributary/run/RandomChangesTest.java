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
package dev.tributary.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.changes.ChangeKind;
import dev.tributary.fixture.MemorySource;
import dev.tributary.fixture.MemorySource.Stated;
import dev.tributary.rows.JsonValues;
import dev.tributary.run.RunResult.RowCounts;
import dev.tributary.source.ReadPlan.Pairing;
import dev.tributary.spec.Bound;
import dev.tributary.spec.MigrationSpec;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random changes, cut into random units, against a model that plays them row by row. */
@Tag("slow")
class RandomChangesTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.optional(1, "region", Types.StringType.get()),
          Types.NestedField.optional(2, "id", Types.LongType.get()),
          Types.NestedField.optional(3, "name", Types.StringType.get()),
          Types.NestedField.optional(4, "amount", Types.DecimalType.of(12, 2)));

  private static final int ROUNDS = 5;

  @TempDir Path folder;

  /** A way to set up the target and to state the changes. */
  record Setting(
      Writing writing,
      String format,
      List<String> partitions,
      List<String> keys,
      Pairing pairing,
      long seed) {}

  static Stream<Setting> settings() {
    long seed = System.nanoTime();
    List<String> one = List.of("id");
    List<String> two = List.of("region", "id");
    List<String> moving = List.of("truncate(name, 1)");
    List<String> fixed = List.of("bucket(id, 3)", "region");
    Writing mark = Writing.MERGE_ON_READ;
    Writing rewrite = Writing.COPY_ON_WRITE;
    Writing byKey = Writing.EQUALITY_DELETES;
    return Stream.of(
        new Setting(mark, "2", List.of(), one, Pairing.AS_STATED, seed),
        new Setting(mark, "3", List.of(), one, Pairing.AS_STATED, seed + 1),
        new Setting(mark, "2", List.of("region"), two, Pairing.AS_STATED, seed + 2),
        new Setting(mark, "3", fixed, two, Pairing.AS_STATED, seed + 3),
        new Setting(mark, "3", moving, one, Pairing.AS_STATED, seed + 4),
        new Setting(mark, "3", moving, one, Pairing.BY_KEY, seed + 5),
        new Setting(mark, "2", List.of(), two, Pairing.BY_KEY, seed + 6),
        new Setting(rewrite, "2", List.of(), one, Pairing.AS_STATED, seed + 7),
        new Setting(rewrite, "3", fixed, two, Pairing.AS_STATED, seed + 8),
        new Setting(rewrite, "3", moving, one, Pairing.BY_KEY, seed + 9),
        new Setting(byKey, "2", List.of(), one, Pairing.AS_STATED, seed + 10),
        new Setting(byKey, "2", moving, one, Pairing.AS_STATED, seed + 11),
        new Setting(byKey, "3", fixed, two, Pairing.BY_KEY, seed + 12));
  }

  @ParameterizedTest
  @MethodSource("settings")
  void theTargetEqualsTheModel(Setting setting) {
    Random random = new Random(setting.seed());
    TargetFixture target = new TargetFixture(folder);
    MigrationSpec spec = spec(target, setting);
    Model model = new Model(setting.keys(), random);
    MemorySource source =
        new MemorySource(SCHEMA, setting.pairing()) {
          // Some changes do not fit what is there, so that only the model knows what comes of them.
          @Override
          public List<Record> state(long version) {
            return model.rows.values().stream().map(this::row).toList();
          }
        }.rowsPerTask(7);
    for (int round = 0; round < ROUNDS; round++) {
      boolean oneUnit = random.nextBoolean();
      model.beginUnit();
      for (int commits = 1 + random.nextInt(5); commits > 0; commits--) {
        source.commit(setting.pairing() == Pairing.BY_KEY ? model.rewrite() : model.randomCommit());
      }
      RunResult result =
          new RunExecution(
                  spec,
                  it -> source,
                  oneUnit ? 1_000_000 : 1 + random.nextInt(60),
                  event -> {},
                  new Cancellation())
              .run();

      assertThat(result.status())
          .as("%s in round %d: %s", setting, round, result.error())
          .isEqualTo(RunResult.Status.SUCCEEDED);
      assertThat(target.rows()).as("%s in round %d", setting, round).isEqualTo(model.rows());
      if (oneUnit && setting.writing() != Writing.EQUALITY_DELETES) {
        assertThat(result.rows()).as("%s in round %d", setting, round).isEqualTo(model.counts());
      }
    }
  }

  private static MigrationSpec spec(TargetFixture target, Setting setting) {
    MigrationSpec spec =
        target.spec(
            builder ->
                setting
                    .writing()
                    .apply(builder)
                    .equalityColumns(setting.keys())
                    .partitionFields(setting.partitions())
                    .tableProperties(Map.of("format-version", setting.format())));
    return spec.toBuilder()
        .source(spec.source().toBuilder().from(new Bound.Commit(0)).build())
        .build();
  }

  /** The rows by key, and what happened to them since the unit began. */
  private static final class Model {
    private final List<Integer> keyColumns;
    private final Random random;
    private final Map<String, List<Object>> rows = new TreeMap<>();
    private final Set<String> touched = new HashSet<>();
    private Set<String> before = Set.of();
    private long unmatchedUpdates;
    private long unmatchedDeletes;
    private long replacedInserts;

    Model(List<String> keys, Random random) {
      this.keyColumns =
          keys.stream().map(key -> SCHEMA.columns().indexOf(SCHEMA.findField(key))).toList();
      this.random = random;
    }

    void beginUnit() {
      before = new HashSet<>(rows.keySet());
      touched.clear();
      unmatchedUpdates = 0;
      unmatchedDeletes = 0;
      replacedInserts = 0;
    }

    /** Changes as a feed states them, some of which do not fit what is there. */
    List<Stated> randomCommit() {
      List<Stated> changes = new ArrayList<>();
      Set<String> used = new HashSet<>();
      for (int i = random.nextInt(30); i >= 0; i--) {
        List<Object> row = randomRow();
        if (!used.add(key(row))) {
          continue;
        }
        List<Object> old = rows.get(key(row));
        switch (random.nextInt(8)) {
          case 0, 1, 2 -> changes.add(new Stated(ChangeKind.INSERT, row));
          case 3, 4 -> changes.add(new Stated(ChangeKind.DELETE, old == null ? row : old));
          case 5 -> {
            changes.add(new Stated(ChangeKind.DELETE, old == null ? row : old));
            changes.add(new Stated(ChangeKind.INSERT, row));
          }
          default -> {
            changes.add(new Stated(ChangeKind.UPDATE_BEFORE, old == null ? row : old));
            changes.add(new Stated(ChangeKind.UPDATE_AFTER, row));
          }
        }
      }
      // A feed states the kinds of one commit in any order.
      List<Stated> inOrder = new ArrayList<>(changes);
      inOrder.sort(Comparator.comparing(Stated::kind));
      inOrder.forEach(this::play);
      Collections.shuffle(changes, random);
      return changes;
    }

    private void play(Stated change) {
      String key = key(change.values());
      boolean present = rows.containsKey(key);
      switch (change.kind()) {
        case UPDATE_BEFORE -> {}
        case DELETE -> {
          unmatchedDeletes += present ? 0 : 1;
          rows.remove(key);
        }
        case UPDATE_AFTER -> {
          unmatchedUpdates += present ? 0 : 1;
          rows.put(key, change.values());
        }
        case INSERT -> {
          replacedInserts += present ? 1 : 0;
          rows.put(key, change.values());
        }
      }
      touched.add(key);
    }

    /** What a copy-on-write rewrite of some rows looks like: many of them are only carried over. */
    List<Stated> rewrite() {
      List<Stated> changes = new ArrayList<>();
      for (List<Object> row : List.copyOf(rows.values())) {
        if (random.nextInt(3) > 0) {
          continue;
        }
        String key = key(row);
        changes.add(new Stated(ChangeKind.DELETE, row));
        switch (random.nextInt(3)) {
          case 0 -> changes.add(new Stated(ChangeKind.INSERT, row));
          case 1 -> {
            touched.add(key);
            rows.remove(key);
          }
          default -> {
            List<Object> changed = new ArrayList<>(row);
            changed.set(2, row.get(2) + "!");
            touched.add(key);
            rows.put(key, changed);
            changes.add(new Stated(ChangeKind.INSERT, changed));
          }
        }
      }
      Set<String> removed = new HashSet<>();
      changes.forEach(change -> removed.add(key(change.values())));
      for (int i = random.nextInt(20); i > 0; i--) {
        List<Object> row = randomRow();
        String key = key(row);
        if (!rows.containsKey(key) && removed.add(key)) {
          touched.add(key);
          rows.put(key, row);
          changes.add(new Stated(ChangeKind.INSERT, row));
        }
      }
      Collections.shuffle(changes, random);
      return changes;
    }

    private List<Object> randomRow() {
      List<Object> row = new ArrayList<>();
      row.add(random.nextBoolean() ? "east" : "west");
      row.add((long) random.nextInt(40) - 5);
      row.add(random.nextInt(10) == 0 ? null : "abc".charAt(random.nextInt(3)) + "-name");
      row.add(BigDecimal.valueOf(random.nextInt(100_000), 2));
      return row;
    }

    private String key(List<Object> row) {
      return keyColumns.stream().map(row::get).toList().toString();
    }

    List<String> rows() {
      MemorySource form = new MemorySource(SCHEMA, Pairing.AS_STATED);
      return rows.values().stream()
          .map(row -> JsonValues.object(SCHEMA.asStruct(), form.row(row)).toString())
          .sorted()
          .toList();
    }

    RowCounts counts() {
      return new RowCounts(
          touched.stream().filter(k -> !before.contains(k) && rows.containsKey(k)).count(),
          touched.stream().filter(k -> before.contains(k) && rows.containsKey(k)).count(),
          touched.stream().filter(k -> before.contains(k) && !rows.containsKey(k)).count(),
          unmatchedUpdates,
          unmatchedDeletes,
          replacedInserts,
          0);
    }
  }
}
