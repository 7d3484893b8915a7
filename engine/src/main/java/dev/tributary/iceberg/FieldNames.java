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

import dev.tributary.errors.Area;
import dev.tributary.errors.SourceException;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.iceberg.Schema;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.mapping.MappedField;
import org.apache.iceberg.mapping.MappedFields;
import org.apache.iceberg.mapping.MappingUtil;
import org.apache.iceberg.mapping.NameMapping;
import org.apache.iceberg.mapping.NameMappingParser;
import org.apache.iceberg.types.TypeUtil;

/**
 * How columns are found in data files that came without field ids, as migrated tables have them.
 */
final class FieldNames {
  private FieldNames() {}

  /**
   * The table's name mapping, if it has one. Some migration tools numbered nested fields in another
   * order in the mapping than in the schema; taken literally, such a mapping finds wrong columns,
   * so then the schema's own names are used.
   *
   * @throws SourceException when the mapping cannot be parsed
   */
  static Optional<NameMapping> mapping(TableMetadata metadata) {
    String json = metadata.properties().get(TableProperties.DEFAULT_NAME_MAPPING);
    if (json == null || json.isBlank()) {
      return Optional.empty();
    }
    NameMapping mapping;
    try {
      mapping = NameMappingParser.fromJson(json);
    } catch (RuntimeException e) {
      throw new SourceException(
          Area.SOURCE,
          String.format(
              "Table property %s is no name mapping: %s",
              TableProperties.DEFAULT_NAME_MAPPING, Messages.of(e)),
          e);
    }
    Schema schema = metadata.schema();
    Map<Integer, Integer> parents = TypeUtil.indexParents(schema.asStruct());
    return Optional.of(
        fits(mapping.asMappedFields(), null, schema, parents)
            ? mapping
            : MappingUtil.create(schema));
  }

  private static boolean fits(
      MappedFields fields, Integer parent, Schema schema, Map<Integer, Integer> parents) {
    if (fields == null) {
      return true;
    }
    for (MappedField field : fields.fields()) {
      // Fields that were dropped may stay in the mapping.
      boolean known = field.id() != null && schema.findField(field.id()) != null;
      if (known && !Objects.equals(parents.get(field.id()), parent)) {
        return false;
      }
      if (!fits(field.nestedMapping(), field.id(), schema, parents)) {
        return false;
      }
    }
    return true;
  }
}
