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
package dev.tributary.verify;

import dev.tributary.rows.RowCodec;
import dev.tributary.rows.RowKey;
import dev.tributary.rows.RowMultiset;
import dev.tributary.scan.FirstRows;
import dev.tributary.scan.GroupingKey;
import dev.tributary.scan.KeyedSpill;
import dev.tributary.verify.RowSpiller.Side;
import dev.tributary.verify.Verification.Example;
import dev.tributary.verify.Verification.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;

/** Collects how two tables differ, from comparisons of parts of their rows on several threads. */
final class Differences {
  private static final int MOST_EXAMPLES = 20;

  private final Schema schema;
  private final GroupingKey key;
  private final AtomicLong missing = new AtomicLong();
  private final AtomicLong unexpected = new AtomicLong();
  private final AtomicLong different = new AtomicLong();
  private final FirstRows<KeyedExample> examples =
      new FirstRows<>(MOST_EXAMPLES, KeyedExample.ORDER);

  Differences(Schema schema, GroupingKey key) {
    this.schema = schema;
    this.key = key;
  }

  boolean none() {
    return missing.get() == 0 && unexpected.get() == 0 && different.get() == 0;
  }

  long missing() {
    return missing.get();
  }

  long unexpected() {
    return unexpected.get();
  }

  long different() {
    return different.get();
  }

  /** Some of the differences, by key. */
  List<Example> examples() {
    return examples.inOrder().stream().map(KeyedExample::example).toList();
  }

  /** Compares parts, on one thread. */
  Part part() {
    return new Part();
  }

  /** An example with what orders it; the same whatever thread found it first. */
  private record KeyedExample(RowKey key, byte[] row, Example example) {
    static final Comparator<KeyedExample> ORDER =
        Comparator.comparing(KeyedExample::key)
            .thenComparing(e -> e.example().kind())
            .thenComparing(KeyedExample::row, Arrays::compareUnsigned);
  }

  /** Compares all rows of some keys at a time. */
  final class Part {
    private final RowCodec codec = new RowCodec(schema);
    private final Function<Record, RowKey> keyOf = key.reader(schema);

    private Part() {}

    /** Adds the differences among the entries of some keys. */
    void compare(Iterable<KeyedSpill.Entry> entries) {
      Map<RowKey, Rest> rest = new HashMap<>();
      unequalBytes(entries)
          .forEach(
              (row, surplus) -> {
                Record values = codec.decode(row.bytes());
                rest.computeIfAbsent(keyOf.apply(values), k -> new Rest()).add(values, surplus);
              });
      rest.forEach(this::compare);
    }

    /**
     * Cancels rows with equal bytes, which leaves next to nothing of tables that match. A positive
     * count means that the source has the row so many times more often.
     */
    private Map<RowKey, Integer> unequalBytes(Iterable<KeyedSpill.Entry> entries) {
      Map<RowKey, Integer> surplus = new HashMap<>();
      for (KeyedSpill.Entry entry : entries) {
        byte[] payload = entry.payload();
        RowKey row = RowKey.ofBytes(Arrays.copyOfRange(payload, 1, payload.length));
        int sign = Side.of(entry) == Side.SOURCE ? 1 : -1;
        surplus.merge(row, sign, (a, b) -> a + b == 0 ? null : a + b);
      }
      return surplus;
    }

    private void compare(RowKey rowKey, Rest rest) {
      RowMultiset.Difference difference = RowMultiset.difference(rest.source, rest.target);
      List<Record> source = difference.left();
      List<Record> target = difference.right();
      int pairs = key.isPresent() ? Math.min(source.size(), target.size()) : 0;
      for (int i = 0; i < Math.max(source.size(), target.size()); i++) {
        if (i < pairs) {
          add(rowKey, Kind.DIFFERENT, Optional.of(source.get(i)), Optional.of(target.get(i)));
          continue;
        }
        if (i < source.size()) {
          add(rowKey, Kind.MISSING, Optional.of(source.get(i)), Optional.empty());
        }
        if (i < target.size()) {
          add(rowKey, Kind.UNEXPECTED, Optional.empty(), Optional.of(target.get(i)));
        }
      }
    }

    private void add(RowKey rowKey, Kind kind, Optional<Record> source, Optional<Record> target) {
      AtomicLong count =
          switch (kind) {
            case MISSING -> missing;
            case UNEXPECTED -> unexpected;
            case DIFFERENT -> different;
          };
      count.incrementAndGet();
      byte[] row = codec.encode(source.or(() -> target).orElseThrow());
      examples.add(new KeyedExample(rowKey, row, new Example(kind, source, target)));
    }
  }

  /** Rows of one key that did not cancel by their bytes. */
  private static final class Rest {
    private final List<Record> source = new ArrayList<>();
    private final List<Record> target = new ArrayList<>();

    void add(Record row, int surplus) {
      List<Record> side = surplus > 0 ? source : target;
      for (int i = 0; i < Math.abs(surplus); i++) {
        side.add(row);
      }
    }
  }
}
