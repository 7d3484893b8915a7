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
package dev.tributary.mapping;

import java.util.Optional;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;

/**
 * What is known of the rows that a target holds; it decides what may be done to its columns.
 *
 * @param present whether there may be rows
 * @param schema the source's columns at the commit that the rows came through; empty: not known
 * @param written the target's columns when the rows were written; empty: not known
 */
public record MigratedRows(boolean present, Optional<Schema> schema, Optional<Schema> written) {
  /** A target without rows. */
  public static final MigratedRows NONE =
      new MigratedRows(false, Optional.empty(), Optional.empty());

  /** A target with rows of which nothing is known. */
  public static final MigratedRows UNKNOWN =
      new MigratedRows(true, Optional.empty(), Optional.empty());

  /** Rows that a migration brought, of a source that had these columns then. */
  public static MigratedRows of(Schema schema, Optional<Schema> written) {
    return new MigratedRows(true, Optional.of(schema), written);
  }

  /** Whether rows may have values in this column of the target. */
  boolean fill(int targetFieldId) {
    return present && written.map(it -> it.findField(targetFieldId) != null).orElse(true);
  }

  /** Whether rows may be there that the source had a value for in this column. */
  boolean had(int sourceFieldId) {
    return present && schema.map(it -> it.findField(sourceFieldId) != null).orElse(true);
  }

  /** Which column had this dotted path then. */
  Optional<Integer> idOf(String path) {
    return schema.map(it -> it.findField(path)).map(Types.NestedField::fieldId);
  }

  /** What the column was called then. */
  Optional<String> nameOf(int sourceFieldId) {
    return schema.map(it -> it.findField(sourceFieldId)).map(Types.NestedField::name);
  }
}
