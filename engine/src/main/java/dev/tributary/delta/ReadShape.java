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
package dev.tributary.delta;

import dev.tributary.delta.TableMetadata.ColumnMapping;
import dev.tributary.errors.Area;
import dev.tributary.errors.SourceException;
import io.delta.kernel.internal.types.DataTypeJsonSerDe;
import io.delta.kernel.internal.types.TypeWideningChecker;
import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.FieldMetadata;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How the files of one version's metadata give rows of the plan's end schema: columns are matched
 * by their path of physical names, and read in the end schema's type.
 *
 * @param fileSchemaJson what to read from the file: physical names, the end schema's types, in
 *     Delta's JSON form; nested fields stand in the order of the end schema
 * @param columns where each column of the end schema comes from, in its order
 */
record ReadShape(String fileSchemaJson, List<Origin> columns) implements Serializable {
  private static final String PARQUET_FIELD_ID = "parquet.field.id";

  ReadShape {
    columns = List.copyOf(columns);
  }

  /** Where a column's values come from. */
  sealed interface Origin extends Serializable {}

  /** From the column at this index of the file schema. */
  record FileColumn(int index) implements Origin {}

  /** From the file's partition values, by physical name. */
  record PartitionValue(String physicalName) implements Origin {}

  /** The column did not exist in that version. */
  record Absent() implements Origin {}

  StructType fileSchema() {
    return DataTypeJsonSerDe.deserializeStructType(fileSchemaJson);
  }

  /**
   * The shape for files of {@code version}.
   *
   * @param end the columns to read, as of the plan's last version
   * @param describe names the version, for failures
   * @throws SourceException when a column's type was changed other than by widening
   */
  static ReadShape of(
      TableMetadata version, StructType end, ColumnMapping endMapping, String describe) {
    return new Matcher(version.columnMapping(), endMapping, describe).shape(version, end);
  }

  private record Matcher(ColumnMapping mapping, ColumnMapping endMapping, String describe) {
    ReadShape shape(TableMetadata version, StructType end) {
      Map<String, StructField> fields = byPhysicalName(version.schema());
      List<StructField> fileFields = new ArrayList<>();
      List<Origin> columns = new ArrayList<>();
      for (StructField column : end.fields()) {
        StructField field = fields.get(FieldIds.physicalName(column, endMapping));
        if (field == null) {
          columns.add(new Absent());
        } else if (version.partitionColumns().contains(field.getName())) {
          columns.add(new PartitionValue(FieldIds.physicalName(field, mapping)));
        } else {
          columns.add(new FileColumn(fileFields.size()));
          fileFields.add(physical(column, field, column.getName()));
        }
      }
      return new ReadShape(
          DataTypeJsonSerDe.serializeStructType(new StructType(fileFields)), columns);
    }

    private StructField physical(StructField end, StructField field, String name) {
      FieldMetadata metadata =
          mapping == ColumnMapping.ID
              ? FieldMetadata.builder().putLong(PARQUET_FIELD_ID, FieldIds.columnId(field)).build()
              : FieldMetadata.empty();
      return new StructField(
          FieldIds.physicalName(field, mapping),
          physical(end.getDataType(), field.getDataType(), name),
          true,
          metadata);
    }

    private DataType physical(DataType end, DataType type, String name) {
      if (end instanceof StructType endStruct && type instanceof StructType struct) {
        Map<String, StructField> fields = byPhysicalName(struct);
        List<StructField> result = new ArrayList<>();
        for (StructField endField : endStruct.fields()) {
          String physicalName = FieldIds.physicalName(endField, endMapping);
          StructField field = fields.get(physicalName);
          // A field that the version lacks is asked for all the same: no file has it, so it is
          // null.
          result.add(
              field == null
                  ? new StructField(physicalName, unmapped(endField.getDataType()), true)
                  : physical(endField, field, name + "." + endField.getName()));
        }
        return new StructType(result);
      }
      if (end instanceof ArrayType endList && type instanceof ArrayType list) {
        return new ArrayType(
            physical(endList.getElementType(), list.getElementType(), name + ".element"), true);
      }
      if (end instanceof MapType endMap && type instanceof MapType map) {
        return new MapType(
            physical(endMap.getKeyType(), map.getKeyType(), name + ".key"),
            physical(endMap.getValueType(), map.getValueType(), name + ".value"),
            true);
      }
      requireReadable(end, type, name);
      return end;
    }

    private DataType unmapped(DataType end) {
      if (end instanceof StructType struct) {
        return new StructType(
            struct.fields().stream()
                .map(
                    field ->
                        new StructField(
                            FieldIds.physicalName(field, endMapping),
                            unmapped(field.getDataType()),
                            true))
                .toList());
      }
      if (end instanceof ArrayType list) {
        return new ArrayType(unmapped(list.getElementType()), true);
      }
      if (end instanceof MapType map) {
        return new MapType(unmapped(map.getKeyType()), unmapped(map.getValueType()), true);
      }
      return end;
    }

    private void requireReadable(DataType end, DataType type, String name) {
      boolean same = end.equals(type) || (end instanceof StringType && type instanceof StringType);
      if (!same && !TypeWideningChecker.isWideningSupported(type, end)) {
        throw new SourceException(
            Area.RANGE,
            String.format(
                "Column '%s' is of type %s in %s and of type %s at the end of the range, and one"
                    + " does not fit the other. Choose a range that starts after the change, or"
                    + " leave the column out with drop.",
                name, type, describe, end));
      }
    }

    private Map<String, StructField> byPhysicalName(StructType struct) {
      Map<String, StructField> fields = new HashMap<>();
      struct.fields().forEach(field -> fields.put(FieldIds.physicalName(field, mapping), field));
      return fields;
    }
  }
}
