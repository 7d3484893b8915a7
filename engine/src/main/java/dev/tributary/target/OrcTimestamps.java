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

import dev.tributary.errors.TargetException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.Schema;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/**
 * Refuses the timestamps that an ORC file cannot tell from others. ORC keeps seconds, cut off
 * towards 1970, and the fraction of a second apart; so the last second before 1970 and the first
 * one after it are the same to it, and what was written as the one is read as the other.
 */
final class OrcTimestamps {
  private static final Instant FIRST = Instant.parse("1969-12-31T23:59:59.001Z");

  private final Schema schema;
  private final List<Integer> columns = new ArrayList<>();

  private OrcTimestamps(Schema schema) {
    this.schema = schema;
  }

  /** The check of rows of the schema before they are written to files of the format. */
  static OrcTimestamps of(FileFormat format, Schema schema) {
    OrcTimestamps check = new OrcTimestamps(schema);
    if (format == FileFormat.ORC) {
      for (int i = 0; i < schema.columns().size(); i++) {
        if (holdsTimestamps(schema.columns().get(i).type())) {
          check.columns.add(i);
        }
      }
    }
    return check;
  }

  private static boolean holdsTimestamps(Type type) {
    return switch (type.typeId()) {
      case TIMESTAMP, TIMESTAMP_NANO -> true;
      case STRUCT, LIST, MAP ->
          type.asNestedType().fields().stream().anyMatch(field -> holdsTimestamps(field.type()));
      default -> false;
    };
  }

  /**
   * @throws TargetException when the row holds such a timestamp
   */
  void require(StructLike row) {
    for (int column : columns) {
      Types.NestedField field = schema.columns().get(column);
      require(row.get(column, Object.class), field.name());
    }
  }

  private static void require(Object value, String column) {
    if (value instanceof LocalDateTime time) {
      require(time.toInstant(ZoneOffset.UTC), value, column);
    } else if (value instanceof OffsetDateTime time) {
      require(time.toInstant(), value, column);
    } else if (value instanceof StructLike struct) {
      for (int i = 0; i < struct.size(); i++) {
        require(struct.get(i, Object.class), column);
      }
    } else if (value instanceof List<?> list) {
      list.forEach(element -> require(element, column));
    } else if (value instanceof Map<?, ?> map) {
      map.forEach(
          (key, element) -> {
            require(key, column);
            require(element, column);
          });
    }
  }

  private static void require(Instant instant, Object value, String column) {
    if (instant.isBefore(Instant.EPOCH) && !instant.isBefore(FIRST)) {
      throw new TargetException(
          String.format(
              "Column '%s' holds %s, which an ORC file cannot tell from the same fraction of the"
                  + " second after 1970-01-01T00:00. Set the target's table property"
                  + " write.format.default to parquet or avro.",
              column, value));
    }
  }
}
