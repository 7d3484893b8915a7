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
package dev.tributary.iceberg;

import static dev.tributary.fixture.WrittenTable.row;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.fixture.WrittenTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.iceberg.DataFile;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Random mixes of all ways to write changes, against a model that keeps the rows in a list: each
 * snapshot's state must be the model's, and its changes the difference to the one before.
 */
class RandomHistoryTest {
  private static final int COMMITS = 20;

  @TempDir private Path folder;

  // Live rows by data file, each by its position.
  private final Map<DataFile, TreeMap<Long, String>> model = new LinkedHashMap<>();

  @ParameterizedTest(name = "format version {0}, seed {1}")
  @CsvSource({"1,1", "2,2", "2,3", "2,4", "3,5", "3,6", "3,7"})
  void statesAndChangesFollowTheModel(int version, long seed) throws IOException {
    Random random = new Random(seed);
    WrittenTable table = WrittenTable.create(folder, version);
    List<List<String>> states = new ArrayList<>();
    List<Long> snapshots = new ArrayList<>();
    while (snapshots.size() < COMMITS) {
      commit(table, version, random);
      snapshots.add(table.snapshot());
      states.add(rows());
    }
    Map<Integer, List<String>> changes = new TreeMap<>();
    for (String change : table.changes()) {
      int space = change.indexOf(' ');
      changes
          .computeIfAbsent(Integer.valueOf(change.substring(0, space)), key -> new ArrayList<>())
          .add(change.substring(space + 1));
    }
    List<String> expected = List.of();
    for (int i = 0; i < COMMITS; i++) {
      List<String> after = new ArrayList<>(expected);
      for (String change : changes.getOrDefault(i, List.of())) {
        if (change.startsWith("+")) {
          after.add(change.substring(1));
        }
      }
      for (String change : changes.getOrDefault(i, List.of())) {
        if (change.startsWith("-")) {
          assertThat(after.remove(change.substring(1))).as("%s in commit %s", change, i).isTrue();
        }
      }
      after.sort(null);
      assertThat(after).as("after commit %s", i).isEqualTo(states.get(i));
      assertThat(table.state(snapshots.get(i))).as("state %s", i).isEqualTo(states.get(i));
      expected = states.get(i);
    }
  }

  private void commit(WrittenTable table, int version, Random random) {
    List<DataFile> files = new ArrayList<>(model.keySet());
    DataFile file = files.isEmpty() ? null : files.get(random.nextInt(files.size()));
    int choice = file == null ? 0 : random.nextInt(version == 1 ? 4 : 8);
    switch (choice) {
      case 0 -> {
        Object[][] rows = newRows(random);
        put(table.append(rows), rows);
      }
      case 1 -> {
        // Copy-on-write: some rows carried over, some changed, some gone.
        Object[][] rows = changed(live(file), random);
        model.remove(file);
        put(table.overwrite(file, rows), rows);
      }
      case 2 -> {
        model.remove(file);
        table.remove(file);
      }
      case 3 -> {
        Object[][] rows = live(file).toArray(Object[][]::new);
        if (rows.length > 0) {
          model.remove(file);
          put(table.rewrite(file, rows), rows);
        } else {
          commit(table, version, random);
        }
      }
      case 4, 5 -> {
        long[] positions = positions(file, random);
        table.delete(file, positions);
        for (long position : positions) {
          model.get(file).remove(position);
        }
      }
      default -> {
        long id = random.nextInt(10);
        table.deleteEqual(file, List.of("id"), row(id), row(id + 1));
        for (TreeMap<Long, String> rows : model.values()) {
          rows.values().removeIf(r -> r.startsWith(id + ",") || r.startsWith((id + 1) + ","));
        }
      }
    }
  }

  private static Object[][] newRows(Random random) {
    Object[][] rows = new Object[1 + random.nextInt(4)][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = row((long) random.nextInt(10), "n" + random.nextInt(3));
    }
    return rows;
  }

  private static Object[][] changed(List<Object[]> live, Random random) {
    List<Object[]> rows = new ArrayList<>();
    for (Object[] values : live) {
      switch (random.nextInt(3)) {
        case 0 -> rows.add(values);
        case 1 -> rows.add(row(values[0], "c" + random.nextInt(100)));
        default -> {}
      }
    }
    rows.add(row((long) random.nextInt(10), "added"));
    return rows.toArray(Object[][]::new);
  }

  /** Positions of live and of deleted rows alike. */
  private long[] positions(DataFile file, Random random) {
    return random.longs(1 + random.nextInt(2), 0, file.recordCount()).distinct().sorted().toArray();
  }

  private List<Object[]> live(DataFile file) {
    List<Object[]> rows = new ArrayList<>();
    for (String text : model.get(file).values()) {
      int comma = text.indexOf(',');
      rows.add(row(Long.valueOf(text.substring(0, comma)), text.substring(comma + 1)));
    }
    return rows;
  }

  private void put(DataFile file, Object[][] rows) {
    TreeMap<Long, String> byPosition = new TreeMap<>();
    for (int i = 0; i < rows.length; i++) {
      byPosition.put((long) i, rows[i][0] + "," + rows[i][1]);
    }
    model.put(file, byPosition);
  }

  private List<String> rows() {
    return model.values().stream().flatMap(rows -> rows.values().stream()).sorted().toList();
  }
}
