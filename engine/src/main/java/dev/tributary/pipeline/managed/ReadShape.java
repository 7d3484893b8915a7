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
package dev.tributary.pipeline.managed;

import dev.tributary.changes.Change;
import dev.tributary.errors.Area;
import dev.tributary.errors.SourceException;
import dev.tributary.mapping.RowMapping;
import dev.tributary.source.MetadataSource;
import dev.tributary.source.ReadPlan;
import dev.tributary.source.SourceTable;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.SourceSpec;
import dev.tributary.spec.SourceSpec.SourceFormat;
import dev.tributary.spec.TargetSpec;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.beam.sdk.values.Row;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;

/**
 * The form of rows on their way out of a table: what is read of it, and what leaves. Fixed when the
 * pipeline is built. Travels to workers.
 */
final class ReadShape implements Serializable {
  private static final long serialVersionUID = 1L;

  private final String table;
  private final SourceFormat format;
  private final Schema source;
  private final Schema read;
  private final ArrayList<String> columns;
  private final RowMapping mapping;
  private final boolean chosen;
  private final RecordToRow converter;
  private final ArrayList<MetadataColumn> metadata;
  private final org.apache.beam.sdk.schemas.Schema schema;

  private ReadShape(SourceSpec spec, Columns columns, Schema read, List<MetadataColumn> metadata) {
    this.table = spec.table();
    this.format = spec.format();
    this.source = columns.source();
    this.read = read;
    this.columns = new ArrayList<>(columns.names());
    this.mapping = columns.mapping();
    this.chosen = !spec.keep().isEmpty();
    this.converter = new RecordToRow(mapping.targetSchema().asStruct());
    this.metadata = new ArrayList<>(metadata);
    this.schema = schema(converter.schema(), metadata);
  }

  private static org.apache.beam.sdk.schemas.Schema schema(
      org.apache.beam.sdk.schemas.Schema data, List<MetadataColumn> metadata) {
    org.apache.beam.sdk.schemas.Schema.Builder builder =
        org.apache.beam.sdk.schemas.Schema.builder();
    data.getFields().forEach(builder::addField);
    metadata.forEach(column -> builder.addField(column.columnName(), column.type()));
    return builder.build();
  }

  /**
   * Which columns to read and to put out.
   *
   * @param source all columns of the table
   * @param whole whether rows must be read whole, because equal ones have to be recognized
   */
  static Columns columns(SourceSpec spec, Schema source, boolean whole) {
    RowMapping mapping =
        RowMapping.plan(
            source,
            MigrationSpec.builder("read", spec, TargetSpec.builder("rows.rows").build()).build());
    if (!whole) {
      return new Columns(source, mapping, mapping.sourceColumns());
    }
    // A column that is not asked for, and whose type cannot be carried, is not read even then.
    Set<String> needed =
        mapping.sourceColumns().stream()
            .map(path -> path.split("\\.", 2)[0])
            .collect(Collectors.toSet());
    List<String> names =
        source.columns().stream()
            .filter(field -> needed.contains(field.name()) || BeamTypes.carries(field.type()))
            .map(Types.NestedField::name)
            .toList();
    return new Columns(source, mapping, names);
  }

  /** Chosen columns: all that the table has, and the names of those to read. */
  record Columns(Schema source, RowMapping mapping, List<String> names) {

    /**
     * These columns, and of metadata columns those that rows have to be read with.
     *
     * @throws SourceException when rows of this source do not have them
     */
    Columns with(SourceTable table, List<MetadataColumn> metadata) {
      List<dev.tributary.spec.MetadataColumn> lineage =
          metadata.stream().flatMap(column -> column.ofRow().stream()).toList();
      MetadataSource.requireKept(table, lineage);
      List<String> all = new ArrayList<>(names);
      lineage.stream()
          .map(dev.tributary.spec.MetadataColumn::columnName)
          .filter(name -> !all.contains(name))
          .forEach(all::add);
      return new Columns(source, mapping, all);
    }

    /** The form of rows that a plan for these columns reads. */
    ReadShape shape(SourceSpec spec, ReadPlan plan, List<MetadataColumn> metadata) {
      for (MetadataColumn column : metadata) {
        if (mapping.targetSchema().findField(column.columnName()) != null) {
          throw new SourceException(
              Area.MAPPING,
              String.format(
                  "%s has a column '%s' of its own, so the metadata column of that name cannot be"
                      + " added: drop the one or do not ask for the other.",
                  spec.table(), column.columnName()));
        }
      }
      return new ReadShape(spec, this, plan.schema(), metadata);
    }
  }

  /** The columns as they are read. */
  Schema read() {
    return read;
  }

  /** Dotted paths of the columns to read. */
  List<String> columns() {
    return columns;
  }

  /** The columns that identify a row, as the table itself declares them; empty: none. */
  List<String> keyColumns() {
    return read.identifierFieldIds().stream().sorted().map(read::findColumnName).toList();
  }

  /** The schema of the rows that come out. */
  org.apache.beam.sdk.schemas.Schema schema() {
    return schema;
  }

  Row row(CommitStamp commit, Change change) {
    List<Object> values = converter.values(mapping.map(change.row()));
    metadata.forEach(column -> values.add(column.value(format, commit, change)));
    return Row.withSchema(schema).attachValues(values);
  }

  /**
   * Refuses to go on when the table's columns are no longer those that the pipeline was built for.
   */
  void requireUnchanged(Schema now, String commit) {
    Set<Integer> known =
        source.columns().stream().map(Types.NestedField::fieldId).collect(Collectors.toSet());
    List<String> added =
        now.columns().stream()
            .filter(field -> !known.contains(field.fieldId()))
            .map(Types.NestedField::name)
            .toList();
    Types.StructType others =
        Types.StructType.of(
            now.columns().stream().filter(field -> known.contains(field.fieldId())).toList());
    if ((!added.isEmpty() && !chosen) || !others.equals(source.asStruct())) {
      throw new SourceException(
          Area.MAPPING,
          String.format(
              "The columns of %s were changed up to commit %s: they are %s, and the pipeline was"
                  + " built for %s. Start it again to read on with the new columns; with keep,"
                  + " columns that are only added do not matter.",
              table, commit, now.asStruct(), source.asStruct()));
    }
  }
}
