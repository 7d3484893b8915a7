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

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.apache.iceberg.Accessor;
import org.apache.iceberg.NullOrder;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortDirection;
import org.apache.iceberg.SortField;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.transforms.Transform;
import org.apache.iceberg.types.Type;

/**
 * Bytes whose unsigned order is a table's sort order. No value's bytes begin another's, so that the
 * bytes of several fields in a row sort by the first, then the second, and so on.
 */
final class SortKeys {
  // Decimals have 38 digits at most, which are 127 bits and a sign.
  private static final int DECIMAL_BYTES = 16;

  private final List<Field> fields = new ArrayList<>();

  SortKeys(Schema schema, SortOrder order) {
    order.fields().forEach(field -> fields.add(new Field(schema, field)));
  }

  /**
   * Appends a row's bytes.
   *
   * @param row in Iceberg's internal form
   */
  void append(StructLike row, PackedBytes into) {
    for (Field field : fields) {
      field.append(row, into);
    }
  }

  private static final class Field {
    private final Accessor<StructLike> accessor;
    private final Function<Object, Object> transform;
    private final boolean descending;
    private final boolean nullsFirst;

    Field(Schema schema, SortField field) {
      Type type = schema.findType(field.sourceId());
      @SuppressWarnings("unchecked")
      Transform<Object, Object> unbound = (Transform<Object, Object>) field.transform();
      this.accessor = schema.accessorForField(field.sourceId());
      this.transform = unbound.bind(type)::apply;
      this.descending = field.direction() == SortDirection.DESC;
      this.nullsFirst = field.nullOrder() == NullOrder.NULLS_FIRST;
    }

    void append(StructLike row, PackedBytes into) {
      Object source = accessor.get(row);
      Object value = source == null ? null : transform.apply(source);
      boolean first = (value == null) == nullsFirst;
      into.write(first ? 0 : 1);
      if (value != null) {
        byte[] bytes = bytes(value);
        for (byte part : bytes) {
          into.write(descending ? ~part : part);
        }
      }
    }
  }

  private static byte[] bytes(Object value) {
    if (value instanceof Boolean truth) {
      return new byte[] {(byte) (truth ? 1 : 0)};
    }
    if (value instanceof Integer number) {
      return number(number);
    }
    if (value instanceof Long number) {
      return number(number);
    }
    if (value instanceof Float number) {
      int bits = Float.floatToIntBits(number);
      return number(bits ^ (bits >> 31) & Integer.MAX_VALUE);
    }
    if (value instanceof Double number) {
      long bits = Double.doubleToLongBits(number);
      return number(bits ^ (bits >> 63) & Long.MAX_VALUE);
    }
    if (value instanceof BigDecimal decimal) {
      return decimal(decimal.unscaledValue());
    }
    if (value instanceof UUID uuid) {
      return ByteBuffer.allocate(2 * Long.BYTES)
          .putLong(uuid.getMostSignificantBits())
          .putLong(uuid.getLeastSignificantBits())
          .array();
    }
    if (value instanceof CharSequence text) {
      return ended(ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.UTF_8)));
    }
    return ended(((ByteBuffer) value).duplicate());
  }

  private static byte[] number(long value) {
    return ByteBuffer.allocate(Long.BYTES).putLong(value ^ Long.MIN_VALUE).array();
  }

  private static byte[] decimal(BigInteger unscaled) {
    byte[] shortest = unscaled.toByteArray();
    byte[] bytes = new byte[DECIMAL_BYTES];
    int lead = DECIMAL_BYTES - shortest.length;
    for (int i = 0; i < DECIMAL_BYTES; i++) {
      bytes[i] = i < lead ? (byte) (unscaled.signum() < 0 ? -1 : 0) : shortest[i - lead];
    }
    bytes[0] ^= (byte) 0x80;
    return bytes;
  }

  // Ends with 0 0; a 0 within is 0 -1, so that what goes on is greater than what ends.
  private static byte[] ended(ByteBuffer value) {
    PackedBytes bytes = new PackedBytes();
    while (value.hasRemaining()) {
      byte part = value.get();
      bytes.write(part);
      if (part == 0) {
        bytes.write(-1);
      }
    }
    bytes.write(0);
    bytes.write(0);
    return bytes.toByteArray();
  }
}
