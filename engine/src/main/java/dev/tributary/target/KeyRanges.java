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
package dev.tributary.target;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.transforms.Transform;
import org.apache.iceberg.types.Comparators;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/**
 * Tells which data files may hold one of the changed keys, by the files' column bounds and by those
 * partition values that follow from the key alone. A file without bounds may hold any key.
 */
final class KeyRanges {
  // Beyond this many different values of a column only the smallest and the largest are kept.
  private static final int MOST_VALUES = 100_000;

  private final Schema schema;
  private final List<Column> columns;
  private final Map<Integer, List<PartitionTest>> partitionTests = new HashMap<>();

  private KeyRanges(Schema schema, List<Column> columns) {
    this.schema = schema;
    this.columns = columns;
  }

  /** Reads all keys once. */
  static KeyRanges of(KeyChunks keys, Schema schema, List<Types.NestedField> keyFields) {
    List<Column> columns = keyFields.stream().map(Column::new).toList();
    for (int chunk = 0; chunk < keys.count(); chunk++) {
      keys.load(chunk).forEach(key -> add(columns, ByteBuffer.wrap(key)));
    }
    columns.forEach(Column::complete);
    return new KeyRanges(schema, columns);
  }

  private static void add(List<Column> columns, ByteBuffer key) {
    for (Column column : columns) {
      int length = key.getInt();
      if (length < 0) {
        column.addNull();
      } else {
        ByteBuffer value = key.slice(key.position(), length);
        key.position(key.position() + length);
        column.add(value);
      }
    }
  }

  boolean mayHoldKeys(DataFile file, PartitionSpec spec) {
    for (Column column : columns) {
      if (!column.mayOccurIn(file)) {
        return false;
      }
    }
    for (PartitionTest test : partitionTests.computeIfAbsent(spec.specId(), id -> tests(spec))) {
      if (!test.passes(file)) {
        return false;
      }
    }
    return true;
  }

  private List<PartitionTest> tests(PartitionSpec spec) {
    List<PartitionTest> tests = new ArrayList<>();
    List<PartitionField> fields = spec.fields();
    for (int i = 0; i < fields.size(); i++) {
      PartitionField field = fields.get(i);
      for (Column column : columns) {
        if (column.id == field.sourceId() && !field.transform().isVoid()) {
          int position = i;
          partitionValues(column, field)
              .ifPresent(values -> tests.add(new PartitionTest(position, values)));
        }
      }
    }
    return tests;
  }

  private Optional<Set<Object>> partitionValues(Column column, PartitionField field) {
    Type type = schema.findType(field.sourceId());
    if (column.values == null || !comparable(type)) {
      return Optional.empty();
    }
    @SuppressWarnings("unchecked")
    Transform<Object, Object> transform = (Transform<Object, Object>) field.transform();
    Function<Object, Object> bound = transform.bind(type)::apply;
    Set<Object> values = new HashSet<>();
    for (Object value : column.values) {
      values.add(normal(bound.apply(value)));
    }
    if (column.hasNull) {
      values.add(null);
    }
    return Optional.of(values);
  }

  /** One form for values that metadata holds in several classes. */
  private static Object normal(Object value) {
    if (value instanceof CharSequence text) {
      return text.toString();
    }
    return value instanceof Integer number ? (Object) number.longValue() : value;
  }

  // Bounds of the other types are not ordered as engines agree on, or have no order at all.
  static boolean comparable(Type type) {
    return switch (type.typeId()) {
      case BOOLEAN, INTEGER, LONG, DATE, TIME, TIMESTAMP, TIMESTAMP_NANO, STRING, DECIMAL -> true;
      default -> false;
    };
  }

  private record PartitionTest(int position, Set<Object> values) {
    boolean passes(DataFile file) {
      return values.contains(normal(file.partition().get(position, Object.class)));
    }
  }

  /** The values of one key column. */
  private static final class Column {
    private final int id;
    private final Type type;
    private final Comparator<Object> comparator;
    private Set<Object> distinct = new HashSet<>();
    private List<Object> values;
    private boolean hasNull;
    private Object smallest;
    private Object largest;

    Column(Types.NestedField field) {
      this.id = field.fieldId();
      this.type = field.type();
      this.comparator = comparable(type) ? Comparators.forType(type.asPrimitiveType()) : null;
    }

    void addNull() {
      hasNull = true;
    }

    void add(ByteBuffer bytes) {
      if (comparator == null) {
        return;
      }
      Object value = Conversions.fromByteBuffer(type, bytes);
      if (value instanceof CharSequence text) {
        value = text.toString();
      }
      if (smallest == null || comparator.compare(value, smallest) < 0) {
        smallest = value;
      }
      if (largest == null || comparator.compare(value, largest) > 0) {
        largest = value;
      }
      if (distinct != null) {
        distinct.add(value);
        if (distinct.size() > MOST_VALUES) {
          distinct = null;
        }
      }
    }

    void complete() {
      if (comparator != null && distinct != null) {
        values = new ArrayList<>(distinct);
        values.sort(comparator);
      }
      distinct = null;
    }

    boolean mayOccurIn(DataFile file) {
      if (comparator == null) {
        return true;
      }
      if (hasNull && mayHoldNull(file)) {
        return true;
      }
      if (smallest == null) {
        return false;
      }
      Object lower = bound(file.lowerBounds());
      Object upper = bound(file.upperBounds());
      if (lower == null || upper == null) {
        return mayHoldValue(file);
      }
      if (values == null) {
        return comparator.compare(largest, lower) >= 0 && comparator.compare(smallest, upper) <= 0;
      }
      int at = Collections.binarySearch(values, lower, comparator);
      int first = at >= 0 ? at : -at - 1;
      return first < values.size() && comparator.compare(values.get(first), upper) <= 0;
    }

    private Object bound(Map<Integer, ByteBuffer> bounds) {
      ByteBuffer bound = bounds == null ? null : bounds.get(id);
      return bound == null ? null : Conversions.fromByteBuffer(type, bound);
    }

    private boolean mayHoldNull(DataFile file) {
      Long nulls = file.nullValueCounts() == null ? null : file.nullValueCounts().get(id);
      return nulls == null || nulls > 0;
    }

    private boolean mayHoldValue(DataFile file) {
      Long nulls = file.nullValueCounts() == null ? null : file.nullValueCounts().get(id);
      Long all = file.valueCounts() == null ? null : file.valueCounts().get(id);
      return nulls == null || all == null || nulls < all;
    }
  }
}
