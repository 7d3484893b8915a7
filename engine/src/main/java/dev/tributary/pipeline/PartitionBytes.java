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

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Type;

/** The partitions of a table's rows as bytes: equal for rows of one partition. Not thread-safe. */
final class PartitionBytes {
  private final PartitionKey partition;
  private final List<Type> types = new ArrayList<>();

  PartitionBytes(Table table) {
    this.partition = new PartitionKey(table.spec(), table.schema());
    for (PartitionField field : table.spec().fields()) {
      types.add(table.spec().partitionType().fieldType(field.name()));
    }
  }

  /** The bytes of a row's partition, to which more may be added. */
  PackedBytes of(StructLike row) {
    partition.partition(row);
    PackedBytes bytes = new PackedBytes();
    for (int i = 0; i < types.size(); i++) {
      Object value = partition.get(i, Object.class);
      bytes.bytes(value == null ? null : value(types.get(i), value));
    }
    return bytes;
  }

  private static byte[] value(Type type, Object value) {
    if (value instanceof CharSequence text) {
      return text.toString().getBytes(StandardCharsets.UTF_8);
    }
    ByteBuffer buffer = Conversions.toByteBuffer(type, value).duplicate();
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }
}
