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

import dev.tributary.spec.MigrationSpec;
import java.io.Serializable;
import java.util.List;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;

/** Turns source rows into target rows. Immutable; may be used from several threads. */
public final class RowMapping implements Serializable {
  private static final long serialVersionUID = 1L;

  private RowMapping() {}

  /**
   * Plans the mapping of a source with the given columns, for a target that is to be created.
   *
   * @param source all columns of the source
   * @throws dev.tributary.errors.MappingException when the spec names a column that does not exist,
   *     asks for a cast that could lose something, or for two target columns of the same name
   */
  public static RowMapping plan(Schema source, MigrationSpec spec) {
    throw new UnsupportedOperationException("Not wired yet");
  }

  /**
   * The same mapping into a table that exists: its field ids and its order of columns.
   *
   * @throws dev.tributary.errors.MappingException when it differs, with all {@link #differences}
   */
  public RowMapping onto(Schema existing) {
    throw new UnsupportedOperationException("Not wired yet");
  }

  /** How an existing table differs from what this mapping needs; empty when it fits. */
  public List<SchemaDifference> differences(Schema existing) {
    throw new UnsupportedOperationException("Not wired yet");
  }

  /**
   * Refuses columns that a new table of this format version could not have.
   *
   * @throws dev.tributary.errors.MappingException naming the column
   */
  public void requireFormat(int formatVersion) {
    throw new UnsupportedOperationException("Not wired yet");
  }

  /**
   * The target's columns. Equality columns are its identifier fields, unless null keys match; the
   * identifier fields of an existing table stay as they are.
   */
  public Schema targetSchema() {
    throw new UnsupportedOperationException("Not wired yet");
  }

  /** The target's columns and where each comes from, in the target's order. */
  public List<MappedColumn> columns() {
    throw new UnsupportedOperationException("Not wired yet");
  }

  /**
   * The target columns that identify a row: those of the spec, else the identifier fields of the
   * existing table; empty when there is neither, and then no table can be created.
   */
  public List<String> equalityColumns() {
    throw new UnsupportedOperationException("Not wired yet");
  }

  /** Dotted paths of the source columns that {@link #map} reads. */
  public List<String> sourceColumns() {
    throw new UnsupportedOperationException("Not wired yet");
  }

  /**
   * The target row of a source row. Columns are found by name, so the row may come in any schema
   * that has the {@link #sourceColumns}.
   */
  public Record map(Record source) {
    throw new UnsupportedOperationException("Not wired yet");
  }
}
