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
package dev.tributary.preflight;

import dev.tributary.changes.ChangeKind;
import dev.tributary.errors.Area;
import dev.tributary.mapping.AppendRule;
import dev.tributary.mapping.MappedColumn;
import dev.tributary.mapping.RowMapping;
import dev.tributary.mapping.SchemaDifference;
import dev.tributary.rows.KeyCodec;
import dev.tributary.run.TargetAlteration;
import dev.tributary.source.SourceTable;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.TargetSpec.WriteMode;
import dev.tributary.target.TargetTable;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;

/** Whether the columns fit the target, and which of them identify a row. */
final class MappingChecks {
  private final MigrationSpec spec;
  private final Findings findings;
  private final OpenedTarget target;

  MappingChecks(MigrationSpec spec, Findings findings, OpenedTarget target) {
    this.spec = spec;
    this.findings = findings;
    this.target = target;
  }

  /**
   * The mapping onto the target; empty when it does not fit or has no proper key.
   *
   * @param columns all columns of the source, metadata columns among them
   */
  Optional<RowMapping> check(RowMapping planned, SourceTable source, Schema columns) {
    findings.info(
        "mapping",
        Area.MAPPING,
        spec.source().table(),
        String.format("%d columns are carried over", planned.columns().size()));
    planned.columns().stream()
        .map(MappedColumn::target)
        .filter(MetadataColumns::isMetadataColumn)
        .forEach(this::warnOfReserved);
    Optional<RowMapping> mapping =
        target.table().isPresent()
            ? onto(target.table().get(), planned, source)
            : Optional.of(planned);
    return mapping.filter(it -> keyFits(it, columns));
  }

  private void warnOfReserved(String column) {
    findings.warning(
        "reserved-name",
        Area.MAPPING,
        spec.target().table() + "." + column,
        "Iceberg reserves the name '" + column + "', and Spark reads no table with such a column",
        "Map the column to another name");
  }

  private Optional<RowMapping> onto(TargetTable table, RowMapping planned, SourceTable source) {
    TargetAlteration alteration = TargetAlteration.of(spec, planned, source, table);
    if (!findings.collects()) {
      // Its exception names all differences at once.
      return Optional.of(alteration.onto(table));
    }
    List<SchemaDifference> differences = alteration.differences(table);
    if (!differences.isEmpty()) {
      boolean unasked = alteration.unasked(differences);
      differences.forEach(difference -> report(difference, unasked));
      return unasked ? Optional.of(alteration.onto(table)) : Optional.empty();
    }
    findings.info(
        "target-schema",
        Area.MAPPING,
        spec.target().table(),
        "The target's columns fit: " + names(table.schema().columns()));
    return Optional.of(planned.onto(table.schema()));
  }

  private void report(SchemaDifference difference, boolean unasked) {
    String subject = spec.target().table() + "." + difference.column();
    if (unasked) {
      findings.info(
          "target-schema",
          Area.MAPPING,
          subject,
          String.format(
              "%s; the run does what this does: %s",
              difference.message(), difference.alter().orElse("the column is altered")));
      return;
    }
    findings.error(
        "target-schema",
        Area.MAPPING,
        subject,
        difference.message() + difference.obstacle().map(why -> "; " + why).orElse(""),
        difference
            .alter()
            .map(statement -> "Run " + statement + ", or the alter command with --yes")
            .orElse("Map the column so that it fits, or choose another target"),
        difference.step().flatMap(step -> difference.alter()));
  }

  private boolean keyFits(RowMapping mapping, Schema columns) {
    if (spec.target().mode() == WriteMode.APPEND) {
      // A column of the source's own may bear the name, too.
      boolean tells = AppendRule.of(columns, mapping).writes(ChangeKind.DELETE);
      findings.info(
          "append",
          Area.MAPPING,
          spec.target().table(),
          tells
              ? "Every change is appended as a row, with its kind"
              : "Inserted rows and new images of updated rows are appended; removed rows and images"
                  + " from before are counted only, since no column tells them from others");
      return true;
    }
    List<String> key = mapping.equalityColumns();
    if (key.isEmpty()) {
      findings.error(
          "equality-columns",
          Area.MAPPING,
          spec.target().table(),
          target.table().isPresent()
              ? "No equality columns: the spec names none, and the table has no identifier fields"
              : "No equality columns: they are needed to create the table",
          "Name the columns that identify a row in target.equality_columns");
      return false;
    }
    Optional<List<Types.NestedField>> fields =
        findings.attempt(
            "equality-columns",
            Area.MAPPING,
            String.join(", ", key),
            () -> KeyCodec.fields(mapping.targetSchema(), key));
    fields.ifPresent(
        it ->
            findings.info(
                "equality-columns", Area.MAPPING, String.join(", ", key), "Can identify rows"));
    return fields.isPresent();
  }

  private static String names(List<Types.NestedField> columns) {
    return String.join(", ", columns.stream().map(Types.NestedField::name).toList());
  }
}
