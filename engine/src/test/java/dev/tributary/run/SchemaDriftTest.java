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
package dev.tributary.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tributary.errors.MappingException;
import dev.tributary.fixture.IcebergWriter;
import dev.tributary.mapping.SchemaDifference;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.MigrationSpec.SchemaChanges;
import dev.tributary.spec.SourceSpec;
import dev.tributary.spec.SourceSpec.SourceFormat;
import dev.tributary.verify.Verifier;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.iceberg.Schema;
import org.apache.iceberg.UpdateSchema;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.expressions.Literal;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A source whose columns change, and a target that follows it. */
class SchemaDriftTest {
  private static final Types.StructType PLACE =
      Types.StructType.of(Types.NestedField.optional(21, "city", Types.StringType.get()));

  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "name", Types.StringType.get()),
          Types.NestedField.optional(3, "small", Types.IntegerType.get()),
          Types.NestedField.optional(4, "ratio", Types.FloatType.get()),
          Types.NestedField.optional(5, "price", Types.DecimalType.of(5, 2)),
          Types.NestedField.required(6, "state", Types.StringType.get()),
          Types.NestedField.optional(7, "place", PLACE),
          Types.NestedField.optional(8, "stops", Types.ListType.ofOptional(22, placeOf(23))));

  private static Types.StructType placeOf(int id) {
    return Types.StructType.of(Types.NestedField.optional(id, "city", Types.StringType.get()));
  }

  @TempDir Path folder;
  private TargetFixture target;
  private IcebergWriter source;
  private final List<RunEvent> events = new ArrayList<>();

  @BeforeEach
  void firstRun() {
    target = new TargetFixture(folder);
    source = IcebergWriter.create(folder, "things", SCHEMA, 3);
    source.append(row(1L), row(2L));
    assertThat(run(spec(SchemaChanges.FAIL)).error()).isEmpty();
  }

  private Record row(long id) {
    GenericRecord place =
        GenericRecord.create(source.table().schema().findType("place").asStructType());
    place.set(0, "Seoul");
    Record row = GenericRecord.create(source.table().schema());
    row.setField("id", id);
    row.setField("name", "n" + id);
    row.setField("small", 7);
    row.setField("ratio", 0.5f);
    row.setField("price", new BigDecimal("1.25"));
    row.setField("state", "on");
    row.setField("place", place);
    row.setField("stops", List.of());
    return row;
  }

  private MigrationSpec spec(SchemaChanges schemaChanges) {
    return target.spec(builder -> builder).toBuilder()
        .source(
            SourceSpec.builder(SourceFormat.ICEBERG, "db.things")
                .catalogName("src")
                .catalogProperties(IcebergWriter.catalogProperties(folder))
                .build())
        .schemaChanges(schemaChanges)
        .build();
  }

  private RunResult run(MigrationSpec spec) {
    return MigrationRun.run(spec, events::add, new Cancellation());
  }

  private void alterSource(Consumer<UpdateSchema> change) {
    UpdateSchema update = source.table().updateSchema();
    change.accept(update);
    update.commit();
    source = new IcebergWriter(source.table());
  }

  private Schema targetSchema() {
    return target.table(table -> table.schema()).orElseThrow();
  }

  @Test
  void additiveChangesAreFollowedWithinARange() {
    source.append(row(3L));
    alterSource(
        update ->
            update
                .addColumn("note", Types.StringType.get(), "remarks")
                .addColumn("place", "zip", Types.IntegerType.get())
                .addColumn("stops", "zip", Types.IntegerType.get())
                .updateColumn("small", Types.LongType.get())
                .updateColumn("ratio", Types.DoubleType.get())
                .updateColumn("price", Types.DecimalType.of(9, 2))
                .makeColumnOptional("state"));
    Record wide = GenericRecord.create(source.table().schema());
    wide.setField("id", 4L);
    wide.setField("small", 1L << 40);
    wide.setField("ratio", 0.1);
    wide.setField("price", new BigDecimal("1234567.25"));
    wide.setField("note", "new");
    source.append(wide);

    RunResult result = run(spec(SchemaChanges.ADDITIVE));

    assertThat(result.error()).isEmpty();
    assertThat(result.alterations())
        .containsExactlyInAnyOrder(
            "ALTER TABLE lake.lake.people ADD COLUMN note string",
            "ALTER TABLE lake.lake.people ADD COLUMN place.zip int",
            "ALTER TABLE lake.lake.people ADD COLUMN stops.element.zip int",
            "ALTER TABLE lake.lake.people ALTER COLUMN small TYPE bigint",
            "ALTER TABLE lake.lake.people ALTER COLUMN ratio TYPE double",
            "ALTER TABLE lake.lake.people ALTER COLUMN price TYPE decimal(9,2)",
            "ALTER TABLE lake.lake.people ALTER COLUMN state DROP NOT NULL");
    assertThat(events)
        .anySatisfy(
            event ->
                assertThat(event.message().orElse("")).contains("ALTER COLUMN small TYPE bigint"));
    assertThat(target.rows()).hasSize(4).last().asString().contains("1234567.25", "\"new\"");
    assertThat(Verifier.verify(spec(SchemaChanges.FAIL), rows -> {}).match()).isTrue();
    assertThat(targetSchema().findField("note").doc()).isEqualTo("remarks");
    assertThat(run(spec(SchemaChanges.ADDITIVE)).status())
        .isEqualTo(RunResult.Status.NOTHING_TO_DO);
  }

  @Test
  void withoutLeaveTheRunIsRefusedWithTheStatements() {
    alterSource(update -> update.addColumn("note", Types.StringType.get()));
    source.append(row(3L));

    assertThatThrownBy(() -> run(spec(SchemaChanges.FAIL)))
        .isInstanceOf(MappingException.class)
        .hasMessageContaining("column note of type string is missing")
        .hasMessageContaining("ALTER TABLE lake.lake.people ADD COLUMN note string;");
    assertThat(targetSchema().findField("note")).isNull();
    assertThat(target.rows()).hasSize(2);
  }

  @Test
  void renamedAndDroppedColumnsAreToldByTheirIdAndNotAlteredUnasked() {
    alterSource(
        update ->
            update
                .renameColumn("name", "title")
                .updateColumn("small", Types.LongType.get())
                .renameColumn("place.city", "town")
                .deleteColumn("price"));
    alterSource(update -> update.addColumn("name", Types.DateType.get()));
    Record row = GenericRecord.create(source.table().schema());
    row.setField("id", 3L);
    row.setField("title", "renamed");
    row.setField("state", "on");
    source.append(row);

    assertThatThrownBy(() -> run(spec(SchemaChanges.ADDITIVE)))
        .isInstanceOf(MappingException.class)
        .hasMessageContaining("column price of type decimal(5, 2) has no source column")
        .hasMessageContaining("DROP COLUMN price");
    assertThat(target.rows()).hasSize(2);
  }

  @Test
  void alteringOnRequestRenamesAndDropsAndKeepsTheValues() {
    alterSource(
        update ->
            update
                .renameColumn("name", "title")
                .updateColumn("small", Types.LongType.get())
                .renameColumn("place.city", "town")
                .deleteColumn("price"));
    Record row = GenericRecord.create(source.table().schema());
    row.setField("id", 3L);
    row.setField("title", "renamed");
    row.setField("state", "on");
    source.append(row);
    MigrationSpec spec = spec(SchemaChanges.FAIL);
    TargetAlteration alteration = TargetAlteration.of(spec).orElseThrow();

    assertThat(alteration.differences())
        .extracting(SchemaDifference::kind, d -> d.alter().orElse(""))
        .containsExactlyInAnyOrder(
            org.assertj.core.groups.Tuple.tuple(
                SchemaDifference.Kind.RENAMED,
                "ALTER TABLE lake.lake.people RENAME COLUMN name TO title"),
            org.assertj.core.groups.Tuple.tuple(
                SchemaDifference.Kind.TYPE,
                "ALTER TABLE lake.lake.people ALTER COLUMN small TYPE bigint"),
            org.assertj.core.groups.Tuple.tuple(
                SchemaDifference.Kind.RENAMED,
                "ALTER TABLE lake.lake.people RENAME COLUMN place.city TO town"),
            org.assertj.core.groups.Tuple.tuple(
                SchemaDifference.Kind.EXTRA, "ALTER TABLE lake.lake.people DROP COLUMN price"));
    alteration.apply();
    RunResult result = run(spec);

    assertThat(result.error()).isEmpty();
    assertThat(target.rows()).first().asString().contains("\"title\":\"n1\"", "\"town\":\"Seoul\"");
    assertThat(Verifier.verify(spec, rows -> {}).match()).isTrue();
    assertThat(alteration.differences()).isEmpty();
    assertThat(alteration.apply()).isEmpty();
  }

  @Test
  void swappedNamesAreNotTakenForTheSameColumns() {
    alterSource(update -> update.renameColumn("name", "was_name"));
    alterSource(update -> update.renameColumn("state", "name").makeColumnOptional("state"));
    alterSource(update -> update.renameColumn("was_name", "state"));
    Record row = GenericRecord.create(source.table().schema());
    row.setField("id", 3L);
    source.append(row);

    assertThatThrownBy(() -> run(spec(SchemaChanges.ADDITIVE)))
        .isInstanceOf(MappingException.class)
        .hasMessageContaining("column name is another column of the source now")
        .hasMessageContaining("column state is another column of the source now")
        .hasMessageContaining("Map the columns so that they fit, or choose another target");
  }

  @Test
  void aColumnThatWasDroppedAndMadeAnewLosesItsOldValuesOnRequestOnly() {
    alterSource(update -> update.deleteColumn("name"));
    alterSource(update -> update.addColumn("name", Types.StringType.get()));
    source.append(row(3L));
    MigrationSpec spec = spec(SchemaChanges.ADDITIVE);

    assertThatThrownBy(() -> run(spec))
        .isInstanceOf(MappingException.class)
        .hasMessageContaining(
            "DROP COLUMN name; ALTER TABLE lake.lake.people ADD COLUMN name string");
    TargetAlteration.of(spec).orElseThrow().apply();
    assertThat(run(spec).error()).isEmpty();
    assertThat(Verifier.verify(spec, rows -> {}).match()).isTrue();
    assertThat(target.rows()).first().asString().contains("\"name\":null");
  }

  @Test
  void aColumnThatTheSourceHadAllAlongIsNotAddedWithoutItsValues() {
    MigrationSpec spec = spec(SchemaChanges.ADDITIVE);
    target.table(
        table -> {
          table.updateSchema().deleteColumn("name").commit();
          return table;
        });
    source.append(row(3L));

    assertThatThrownBy(() -> run(spec))
        .isInstanceOf(MappingException.class)
        .hasMessageContaining("rows that are there would lack its values");
  }

  @Test
  void aColumnWithADefaultForEarlierRowsIsNotAddedWithoutIt() {
    alterSource(update -> update.addColumn("level", Types.IntegerType.get(), null, Literal.of(5)));
    Record row = GenericRecord.create(source.table().schema());
    row.setField("id", 3L);
    row.setField("state", "on");
    row.setField("level", 6);
    source.append(row);

    assertThatThrownBy(() -> run(spec(SchemaChanges.ADDITIVE)))
        .isInstanceOf(MappingException.class)
        .hasMessageContaining("default value");
  }

  @Test
  void orderAndCommentsDoNotMatter() {
    alterSource(
        update ->
            update
                .moveFirst("state")
                .updateColumnDoc("name", "what it is called")
                .moveAfter("id", "place"));
    source.append(row(3L));

    RunResult result = run(spec(SchemaChanges.FAIL));

    assertThat(result.error()).isEmpty();
    assertThat(result.alterations()).isEmpty();
    assertThat(Verifier.verify(spec(SchemaChanges.FAIL), rows -> {}).match()).isTrue();
  }

  @Test
  void aSchemaCommitWithoutItsRowsIsHarmless() {
    alterSource(update -> update.addColumn("note", Types.StringType.get()));
    source.append(row(3L));
    MigrationSpec spec = spec(SchemaChanges.ADDITIVE);
    // As after a run that was killed between the two commits.
    TargetAlteration.of(spec).orElseThrow().applyAdditive();

    RunResult result = run(spec);

    assertThat(result.error()).isEmpty();
    assertThat(result.alterations()).isEmpty();
    assertThat(target.rows()).hasSize(3);
    assertThat(Optional.of(targetSchema().findField("note").isOptional())).contains(true);
  }

  @Test
  void twoAlterationsAtOnceAddAColumnOnce() throws Exception {
    alterSource(update -> update.addColumn("note", Types.StringType.get()));
    source.append(row(3L));
    MigrationSpec spec = spec(SchemaChanges.ADDITIVE);
    List<Thread> threads = new ArrayList<>();
    List<RunResult> results = java.util.Collections.synchronizedList(new ArrayList<>());
    for (int i = 0; i < 2; i++) {
      Thread thread =
          new Thread(() -> results.add(MigrationRun.run(spec, event -> {}, new Cancellation())));
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }

    assertThat(results).hasSize(2).allSatisfy(result -> assertThat(result.error()).isEmpty());
    assertThat(target.rows()).hasSize(3);
    assertThat(targetSchema().columns()).hasSize(9);
    assertThat(Verifier.verify(spec, rows -> {}).match()).isTrue();
  }
}
