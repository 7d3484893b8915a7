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

import dev.tributary.rows.InternalValues;
import dev.tributary.source.FilePruning.ColumnFacts;
import dev.tributary.source.FilePruning.FileFacts;
import dev.tributary.source.FilePruning.Nulls;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** What a manifest says of a data file: values of identity partitions, bounds, nulls. */
final class ManifestFacts implements FileFacts {
  private final DataFile file;
  private final PartitionSpec spec;
  private final Schema schema;

  /**
   * @param schema the rows that are read from the file
   */
  ManifestFacts(DataFile file, PartitionSpec spec, Schema schema) {
    this.file = file;
    this.spec = spec;
    this.schema = schema;
  }

  @Override
  public ColumnFacts of(int fieldId) {
    List<PartitionField> fields = spec.fields();
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).sourceId() == fieldId && fields.get(i).transform().isIdentity()) {
        Type stored = spec.partitionType().fields().get(i).type();
        return ColumnFacts.constant(
            InternalValues.inRows(stored, file.partition().get(i, Object.class)));
      }
    }
    Types.NestedField column = schema.findField(fieldId);
    if (column == null) {
      return ColumnFacts.UNKNOWN;
    }
    return new ColumnFacts(
        boundsHold(column.type()) ? value(column.type(), file.lowerBounds(), fieldId) : null,
        boundsHold(column.type()) && numbersOnly(column)
            ? value(column.type(), file.upperBounds(), fieldId)
            : null,
        nulls(fieldId));
  }

  private Nulls nulls(int fieldId) {
    Long nulls = file.nullValueCounts() == null ? null : file.nullValueCounts().get(fieldId);
    if (nulls == null) {
      return Nulls.MAYBE;
    }
    return nulls == 0 ? Nulls.NONE : nulls == file.recordCount() ? Nulls.ONLY : Nulls.MAYBE;
  }

  /** Some writers order UUIDs otherwise, and ORC's bounds of timestamps are rounded. */
  private boolean boundsHold(Type type) {
    return switch (type.typeId()) {
      case UUID -> false;
      case TIMESTAMP, TIMESTAMP_NANO -> file.format() != FileFormat.ORC;
      default -> type.isPrimitiveType();
    };
  }

  /** Whether no value is NaN, which bounds leave out and which is greater than all others. */
  private boolean numbersOnly(Types.NestedField column) {
    boolean floating =
        column.type().typeId() == Type.TypeID.FLOAT || column.type().typeId() == Type.TypeID.DOUBLE;
    if (!floating) {
      return true;
    }
    Long nans = file.nanValueCounts() == null ? null : file.nanValueCounts().get(column.fieldId());
    return nans != null && nans == 0;
  }

  private static Object value(Type type, Map<Integer, ByteBuffer> bounds, int fieldId) {
    ByteBuffer bound = bounds == null ? null : bounds.get(fieldId);
    if (bound == null) {
      return null;
    }
    Object value = InternalValues.inRows(type, Conversions.fromByteBuffer(type, bound));
    boolean noNumber =
        value instanceof Float number && number.isNaN()
            || value instanceof Double wide && wide.isNaN();
    return noNumber ? null : value;
  }
}
