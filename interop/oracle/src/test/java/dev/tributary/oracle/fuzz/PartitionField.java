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
package dev.tributary.oracle.fuzz;

import dev.tributary.oracle.fuzz.ColumnType.Category;
import dev.tributary.oracle.fuzz.ColumnType.Primitive;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A field to partition by.
 *
 * @param transform as the format's specification calls it
 * @param width buckets, or the length that is kept; 0 where the transform has none
 */
record PartitionField(int columnId, String transform, int width) {

  /** A transform that suits the column and makes few partitions. */
  static PartitionField any(Column column, Random random) {
    List<String> transforms = new ArrayList<>(List.of("bucket"));
    if (column.type() instanceof Category) {
      transforms.addAll(List.of("identity", "identity", "identity", "truncate"));
    } else if (column.type() instanceof Primitive type) {
      switch (type) {
        case DATE -> transforms.addAll(List.of("year", "month", "day", "identity"));
        case TIMESTAMP, TIMESTAMP_NTZ -> transforms.addAll(List.of("year", "month", "day", "hour"));
        case STRING, BINARY -> transforms.add("truncate");
        case INT, BIGINT, DECIMAL_18_4, DECIMAL_9_2 -> transforms.add("truncate");
        default -> transforms = List.of("identity");
      }
    }
    String transform = ColumnType.any(transforms, random);
    int width =
        switch (transform) {
          case "bucket" -> 2 + random.nextInt(3);
          case "truncate" -> column.type().sql().equals("STRING") ? 1 : 1000;
          default -> 0;
        };
    return new PartitionField(column.id(), transform, width);
  }

  /** Whether a column can be partitioned by at all. */
  static boolean suits(Column column) {
    return column.type() instanceof Category
        || column.type() instanceof Primitive type
            && type != Primitive.FLOAT
            && type != Primitive.DOUBLE;
  }

  /** As Spark's SQL for Iceberg has it. */
  String spark(String column) {
    return switch (transform) {
      case "identity" -> column;
      case "bucket", "truncate" -> transform + "(" + width + ", " + column + ")";
      default -> transform + "s(" + column + ")";
    };
  }

  /** As a spec's {@code partition_fields} has it. */
  String spec(String column) {
    return switch (transform) {
      case "identity" -> column;
      case "bucket", "truncate" -> transform + "(" + column + ", " + width + ")";
      default -> transform + "(" + column + ")";
    };
  }
}
