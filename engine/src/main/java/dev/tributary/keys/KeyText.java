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

import dev.tributary.rows.JsonValues;
import dev.tributary.rows.RowKey;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.IntConsumer;
import org.apache.iceberg.data.GenericDataUtil;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** Reads the values back out of a key's bytes. */
final class KeyText {
  private final List<Types.NestedField> fields;
  private final List<String> columns;

  KeyText(List<Types.NestedField> fields, List<String> columns) {
    this.fields = fields;
    this.columns = columns;
  }

  /** The key for people: {@code id=7, name="x"}. */
  String of(RowKey key) {
    StringBuilder text = new StringBuilder();
    ByteBuffer bytes = ByteBuffer.wrap(key.bytes());
    for (int i = 0; i < columns.size(); i++) {
      text.append(i == 0 ? "" : ", ").append(columns.get(i)).append('=');
      int length = bytes.getInt();
      text.append(length < 0 ? "null" : value(fields.get(i).type(), next(bytes, length)));
    }
    return text.toString();
  }

  /** Calls {@code column} with the 0-based place of each column that is null in the key. */
  static void forEachNull(RowKey key, IntConsumer column) {
    ByteBuffer bytes = ByteBuffer.wrap(key.bytes());
    for (int i = 0; bytes.hasRemaining(); i++) {
      int length = bytes.getInt();
      if (length < 0) {
        column.accept(i);
      } else {
        bytes.position(bytes.position() + length);
      }
    }
  }

  private static ByteBuffer next(ByteBuffer bytes, int length) {
    ByteBuffer value = bytes.slice(bytes.position(), length);
    bytes.position(bytes.position() + length);
    return value;
  }

  private static String value(Type type, ByteBuffer bytes) {
    Object internal = Conversions.fromByteBuffer(type, bytes);
    return JsonValues.value(type, GenericDataUtil.internalToGeneric(type, internal)).toString();
  }
}
