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

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.changes.ChangeKind;
import dev.tributary.rows.RowCodec;
import dev.tributary.scan.SpillFolder;
import dev.tributary.source.ChangeSelection;
import dev.tributary.source.ReadPlan.Pairing;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class KeyNettingTest {
  private static final Schema SCHEMA =
      new Schema(Types.NestedField.optional(1, "value", Types.StringType.get()));

  private final RowCodec codec = new RowCodec(SCHEMA);
  private final SpillFolder folder = new SpillFolder();
  private final ExternalSorter changes = new ExternalSorter(folder, 1 << 20);
  private final Map<Byte, String> rows = new TreeMap<>();
  private final Map<Byte, KeyFate> fates = new TreeMap<>();

  private void change(int key, int commit, ChangeKind kind, String value) {
    Record row = GenericRecord.create(SCHEMA);
    row.set(0, value);
    changes.add(new ChangeKey(new byte[] {(byte) key}, commit, kind).bytes(), codec.encode(row));
  }

  private Tally net(Pairing pairing) {
    Tally tally = new Tally();
    KeyNetting.Sink sink =
        (key, fate, row) -> {
          fates.put(key[0], fate);
          rows.put(key[0], row == null ? "none" : (String) row.get(0));
        };
    new KeyNetting(pairing, ChangeSelection.ALL, codec, tally, sink).net(changes.sorted());
    return tally;
  }

  private UnitCounts counts(Tally tally, int... present) {
    Map<Integer, Long> matched = new HashMap<>();
    for (int key : present) {
      matched.merge(fates.get((byte) key).code(), 1L, Long::sum);
    }
    return tally.resolve(matched);
  }

  @Test
  void theLastStateOfAKeyWinsWhateverTheOrderOfArrival() {
    change(1, 2, ChangeKind.UPDATE_AFTER, "newest");
    change(1, 0, ChangeKind.INSERT, "first");
    change(1, 2, ChangeKind.UPDATE_BEFORE, "first");
    change(2, 1, ChangeKind.INSERT, "again");
    change(2, 1, ChangeKind.DELETE, "old");
    change(3, 0, ChangeKind.INSERT, "short-lived");
    change(3, 1, ChangeKind.DELETE, "short-lived");

    Tally tally = net(Pairing.AS_STATED);

    assertThat(rows)
        .containsEntry((byte) 1, "newest")
        .containsEntry((byte) 2, "again")
        .containsEntry((byte) 3, "none");
    assertThat(counts(tally, 2)).isEqualTo(new UnitCounts(1, 1, 0, 0, 0, 0, 0, 0));
    assertThat(counts(tally)).isEqualTo(new UnitCounts(2, 0, 0, 0, 1, 0, 0, 0));
  }

  @Test
  void changesOfAnAbsentKeyAreUnmatchedOnlyTheFirstTime() {
    change(1, 0, ChangeKind.UPDATE_BEFORE, "a");
    change(1, 0, ChangeKind.UPDATE_AFTER, "b");
    change(1, 1, ChangeKind.UPDATE_BEFORE, "b");
    change(1, 1, ChangeKind.UPDATE_AFTER, "c");
    change(2, 0, ChangeKind.DELETE, "a");
    change(2, 1, ChangeKind.DELETE, "a");

    Tally tally = net(Pairing.AS_STATED);

    assertThat(counts(tally)).isEqualTo(new UnitCounts(1, 0, 0, 1, 2, 0, 0, 0));
    assertThat(counts(tally, 1, 2)).isEqualTo(new UnitCounts(0, 1, 1, 0, 1, 0, 0, 0));
  }

  @Test
  void halvesOfAChangedKeyAreNotUnmatchedButFurtherOnesAre() {
    change(1, 0, ChangeKind.UPDATE_BEFORE, "moves");
    change(2, 0, ChangeKind.UPDATE_AFTER, "moves");
    change(3, 0, ChangeKind.UPDATE_AFTER, "from nowhere");

    Tally tally = net(Pairing.AS_STATED);

    assertThat(rows).containsEntry((byte) 1, "none").containsEntry((byte) 2, "moves");
    assertThat(counts(tally, 1)).isEqualTo(new UnitCounts(2, 0, 1, 1, 0, 0, 0, 0));
  }

  @Test
  void insertsOfAPresentKeyReplace() {
    change(1, 0, ChangeKind.INSERT, "a");
    change(1, 0, ChangeKind.INSERT, "b");
    change(1, 1, ChangeKind.INSERT, "c");

    Tally tally = net(Pairing.AS_STATED);

    assertThat(rows).containsEntry((byte) 1, "c");
    assertThat(counts(tally)).isEqualTo(new UnitCounts(1, 0, 0, 0, 0, 2, 0, 0));
    assertThat(counts(tally, 1)).isEqualTo(new UnitCounts(0, 1, 0, 0, 0, 3, 0, 0));
  }

  @Test
  void carriedOverRowsAreNoChange() {
    change(1, 0, ChangeKind.DELETE, "same");
    change(1, 0, ChangeKind.INSERT, "same");
    change(2, 0, ChangeKind.DELETE, "old");
    change(2, 0, ChangeKind.INSERT, "new");

    Tally tally = net(Pairing.BY_KEY);

    assertThat(rows).containsExactly(Map.entry((byte) 2, "new"));
    assertThat(counts(tally, 2)).isEqualTo(new UnitCounts(0, 1, 0, 0, 0, 0, 0, 0));
    assertThat(counts(tally)).isEqualTo(new UnitCounts(1, 0, 0, 1, 0, 0, 0, 0));
  }

  @ParameterizedTest
  @EnumSource(Pairing.class)
  void aDeleteOfTheReplacedRowLeavesTheRowThatReplacedIt(Pairing pairing) {
    change(1, 0, ChangeKind.INSERT, "a");
    change(1, 1, ChangeKind.INSERT, "A");
    change(1, 2, ChangeKind.DELETE, "a");
    change(2, 1, ChangeKind.INSERT, "A");
    change(2, 2, ChangeKind.DELETE, "a, which the target had");
    change(3, 0, ChangeKind.INSERT, "a");
    change(3, 1, ChangeKind.INSERT, "A");
    change(3, 2, ChangeKind.DELETE, "A");

    UnitCounts counts = counts(net(pairing), 2);

    assertThat(rows)
        .containsEntry((byte) 1, "A")
        .containsEntry((byte) 2, "A")
        .containsEntry((byte) 3, "none");
    assertThat(counts).isEqualTo(new UnitCounts(1, 1, 0, 0, 0, 3, 0, 0));
  }

  @Test
  void anUpdateOfTheReplacedRowMakesItTheOneThatIsKept() {
    change(1, 0, ChangeKind.INSERT, "a");
    change(1, 1, ChangeKind.INSERT, "A");
    change(1, 2, ChangeKind.UPDATE_BEFORE, "a");
    change(1, 2, ChangeKind.UPDATE_AFTER, "b");
    change(1, 3, ChangeKind.DELETE, "A");

    net(Pairing.AS_STATED);

    assertThat(rows).containsEntry((byte) 1, "b");
  }

  @Test
  void whereDeletesSayKeysOnlyReplacedRowsAreNotKept() {
    List<WeakReference<byte[]>> passed = new ArrayList<>();
    Iterator<ExternalSorter.Entry> inserts =
        new Iterator<>() {
          @Override
          public boolean hasNext() {
            return passed.size() < 3;
          }

          @Override
          public ExternalSorter.Entry next() {
            if (passed.size() == 2) {
              System.gc();
              assertThat(passed.get(0).get()).isNull();
            }
            Record row = GenericRecord.create(SCHEMA);
            row.set(0, "row " + passed.size());
            byte[] value = codec.encode(row);
            byte[] key = new ChangeKey(new byte[] {1}, passed.size(), ChangeKind.INSERT).bytes();
            passed.add(new WeakReference<>(value));
            return new ExternalSorter.Entry(key, value);
          }
        };

    new KeyNetting(
            Pairing.AS_STATED,
            KeyNetting.Images.KEYS,
            ChangeSelection.ALL,
            codec,
            new Tally(),
            (key, fate, row) -> rows.put(key[0], (String) row.get(0)))
        .net(inserts);

    assertThat(rows).containsEntry((byte) 1, "row 2");
  }
}
