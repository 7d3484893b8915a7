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
import dev.tributary.preflight.Preflight;
import dev.tributary.preview.Preview;
import dev.tributary.preview.Previews;
import dev.tributary.run.RunResult.RowCounts;
import dev.tributary.spec.Bound;
import dev.tributary.spec.ColumnMapping;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.SourceSpec;
import dev.tributary.spec.SourceSpec.SourceFormat;
import dev.tributary.spec.TargetSpec;
import dev.tributary.verify.Verification;
import dev.tributary.verify.Verifier;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With {@code only}, a struct column of the source is the row. */
class OnlyStructTest {
  private static final Types.StructType PERSON =
      Types.StructType.of(
          Types.NestedField.required(10, "id", Types.LongType.get()),
          Types.NestedField.optional(11, "name", Types.StringType.get()),
          Types.NestedField.optional(
              12,
              "address",
              Types.StructType.of(Types.NestedField.optional(13, "city", Types.StringType.get()))));
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.optional(1, "op", Types.StringType.get()),
          Types.NestedField.optional(2, "seq", Types.LongType.get()),
          Types.NestedField.optional(3, "person", PERSON));

  @TempDir Path folder;
  private TargetFixture target;
  private IcebergWriter table;

  @BeforeEach
  void openTables() {
    target = new TargetFixture(folder);
    table = IcebergWriter.create(folder, "envelopes", SCHEMA, 3);
  }

  private MigrationSpec spec(
      Map<String, Object> options, UnaryOperator<SourceSpec.Builder> source) {
    Map<String, Object> all = new HashMap<>(options);
    all.putIfAbsent("only", "person");
    MigrationSpec spec = target.spec(builder -> builder.writeOptions(all));
    SourceSpec.Builder ofTable =
        SourceSpec.builder(SourceFormat.ICEBERG, "db.envelopes")
            .catalogProperties(IcebergWriter.catalogProperties(folder));
    return spec.toBuilder().source(source.apply(ofTable).build()).build();
  }

  private MigrationSpec spec() {
    return spec(Map.of(), it -> it);
  }

  private static RunResult run(MigrationSpec spec) {
    return MigrationRun.run(spec, event -> {}, new Cancellation());
  }

  private Record row(String op, Long seq, Long id, String name, String city) {
    GenericRecord person = GenericRecord.create(PERSON);
    GenericRecord address = GenericRecord.create(PERSON.fieldType("address").asStructType());
    address.set(0, city);
    person.set(0, id);
    person.set(1, name);
    person.set(2, address);
    return table.row(op, seq, id == null ? null : person);
  }

  @Test
  void theStructsFieldsAreTheTargetsColumns() {
    DataFile first = table.append(row("x", 1L, 1L, "Ada", "Paris"), row("y", 2L, 2L, "Bo", null));
    long start = table.table().currentSnapshot().snapshotId();
    table.delete(first, List.of(0L), row("z", 3L, 1L, "Ada L.", "Rome"));
    MigrationSpec spec = spec(Map.of(), it -> it.from(new Bound.Commit(start)));
    assertThat(Preflight.check(spec, finding -> {}).ok()).isTrue();

    RunResult result = run(spec);

    assertThat(result.error()).isEmpty();
    assertThat(result.rows()).isEqualTo(new RowCounts(2, 0, 0, 0, 0, 0, 0));
    assertThat(target.rows())
        .containsExactly(
            "{\"id\":1,\"name\":\"Ada L.\",\"address\":{\"city\":\"Rome\"}}",
            "{\"id\":2,\"name\":\"Bo\",\"address\":{\"city\":null}}");
    assertThat(target.table(it -> it.schema().identifierFieldNames()).orElseThrow())
        .containsExactly("id");
    Verification verification = Verifier.verify(spec, rows -> {});
    assertThat(verification.match()).isTrue();
    assertThat(verification.sourceRows()).isEqualTo(2);
    assertThat(Previews.read(spec, Preview.View.RAW, 10).rows()).hasSize(4);
    assertThat(run(spec).status()).isEqualTo(RunResult.Status.NOTHING_TO_DO);
  }

  @Test
  void fieldsAreRenamedTakenOutAndLeftOutAsColumnsAre() {
    table.append(row("x", 1L, 1L, "Ada", "Paris"));
    MigrationSpec spec =
        spec(Map.of(), it -> it.drop(List.of("person.address"))).toBuilder()
            .mapping(
                List.of(
                    new ColumnMapping("person.name", "full_name", Optional.empty()),
                    new ColumnMapping("person.id", "id", Optional.of("string"))))
            .build();

    assertThat(run(spec).error()).isEmpty();

    assertThat(target.rows()).containsExactly("{\"id\":\"1\",\"full_name\":\"Ada\"}");
    assertThat(Verifier.verify(spec, rows -> {}).match()).isTrue();
  }

  @Test
  void controlColumnsAreThoseOfTheWholeRow() {
    table.append(
        row("I", 1L, 1L, "Ada", "Paris"),
        row("I", 2L, 2L, "Bo", null),
        row("U", 3L, 1L, "Ada L.", "Rome"),
        row("D", 4L, 2L, "Bo", null));
    Map<String, Object> log =
        Map.of(
            "change_type_column", "op",
            "sequence_number_column", "seq",
            "change_type_map", Map.of("I", "INSERT", "U", "UPDATE_AFTER", "D", "DELETE"));
    MigrationSpec spec = spec(log, it -> it);

    assertThat(run(spec).error()).isEmpty();

    assertThat(target.rows())
        .containsExactly("{\"id\":1,\"name\":\"Ada L.\",\"address\":{\"city\":\"Rome\"}}");
    assertThat(Verifier.verify(spec, rows -> {}).match()).isTrue();
  }

  @Test
  void aRowWithoutTheStructIsNotSkipped() {
    table.append(row("x", 1L, 1L, "Ada", "Paris"));
    long start = table.table().currentSnapshot().snapshotId();
    table.append(row("y", 2L, null, null, null));
    MigrationSpec strict =
        spec(Map.of(), it -> it.from(new Bound.Commit(start))).toBuilder()
            .initialLoad(MigrationSpec.InitialLoad.NONE)
            .target(spec().target().toBuilder().nullKeys(TargetSpec.NullKeys.MATCH).build())
            .build();

    RunResult result = run(strict);

    assertThat(result.status()).isEqualTo(RunResult.Status.FAILED);
    assertThat(result.error().orElseThrow())
        .contains("its column 'person' is null, and it is the only one to be written");

    MigrationSpec lenient =
        strict.toBuilder()
            .target(
                strict.target().toBuilder()
                    .writeOptions(Map.of("only", "person", "dead_letter", "lake.failed"))
                    .build())
            .build();
    RunResult second = run(lenient);
    assertThat(second.error()).isEmpty();
    assertThat(second.rows().deadLetter()).isEqualTo(1);
    assertThat(target.rows()).hasSize(1);
    Verification verification = Verifier.verify(lenient, rows -> {});
    assertThat(verification.match()).isTrue();
    assertThat(verification.inapplicable()).isEqualTo(1);
  }

  @Test
  void namesThatAreNoStructAreRefused() {
    table.append(row("x", 1L, 1L, "Ada", "Paris"));

    assertThatThrownBy(() -> run(spec(Map.of("only", "persn"), it -> it)))
        .isInstanceOf(MappingException.class)
        .hasMessageContaining("target.only names the column 'persn'")
        .hasMessageContaining("person");
    assertThatThrownBy(() -> run(spec(Map.of("only", "op"), it -> it)))
        .isInstanceOf(MappingException.class)
        .hasMessageContaining("it has to be a struct");
    assertThatThrownBy(
            () ->
                run(
                    spec().toBuilder()
                        .mapping(List.of(new ColumnMapping("op", "kind", Optional.empty())))
                        .build()))
        .isInstanceOf(MappingException.class)
        .hasMessageContaining("target.only writes the fields of 'person' alone");
  }

  @Test
  void appendedRowsAreTheStructToo() {
    table.append(row("x", 1L, 1L, "Ada", "Paris"));
    long start = table.table().currentSnapshot().snapshotId();
    table.append(row("y", 2L, 2L, "Bo", null));
    MigrationSpec spec =
        spec(Map.of("change_type_column", "_op"), it -> it.from(new Bound.Commit(start)));
    spec =
        spec.toBuilder()
            .target(
                spec.target().toBuilder()
                    .mode(TargetSpec.WriteMode.APPEND)
                    .equalityColumns(List.of())
                    .build())
            .build();

    assertThat(run(spec).error()).isEmpty();

    assertThat(target.rows())
        .containsExactly(
            "{\"id\":1,\"name\":\"Ada\",\"address\":{\"city\":\"Paris\"},\"_op\":\"INSERT\"}",
            "{\"id\":2,\"name\":\"Bo\",\"address\":{\"city\":null},\"_op\":\"INSERT\"}");
    assertThat(Verifier.verify(spec, rows -> {}).match()).isTrue();
  }
}
