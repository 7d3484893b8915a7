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

import static dev.tributary.fixture.MemorySource.after;
import static dev.tributary.fixture.MemorySource.before;
import static dev.tributary.fixture.MemorySource.delete;
import static dev.tributary.fixture.MemorySource.insert;
import static org.apache.iceberg.expressions.Expressions.bucket;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tributary.errors.MappingException;
import dev.tributary.fixture.MemorySource;
import dev.tributary.rows.JsonValues;
import dev.tributary.source.ReadPlan.Pairing;
import dev.tributary.spec.Bound;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.TargetSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.formats.FormatModelRegistry;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Keys of all types, partitions of all kinds, file formats, names: the rows have to come out. */
@Tag("slow")
class TargetShapesTest {
  private static final LocalDateTime START = LocalDateTime.of(1969, 12, 31, 22, 30, 0, 123_456_000);

  @TempDir Path folder;

  /** A type of a key, and its n-th value. */
  private record Kind(String name, Type type, IntFunction<Object> value) {}

  private static final List<Kind> KINDS =
      List.of(
          new Kind("Boolean", Types.BooleanType.get(), n -> n % 2 == 0),
          new Kind("int", Types.IntegerType.get(), n -> n - 3),
          new Kind("LONG", Types.LongType.get(), n -> (n - 3L) << 40),
          new Kind("decimal", Types.DecimalType.of(20, 3), n -> new BigDecimal(n - 3).setScale(3)),
          new Kind("date", Types.DateType.get(), n -> LocalDate.of(1969, 12, 28).plusDays(n)),
          new Kind("time", Types.TimeType.get(), n -> LocalTime.of(n, 59, 1, 1_000)),
          new Kind("At", Types.TimestampType.withoutZone(), n -> START.plusHours(n)),
          new Kind(
              "at_zone",
              Types.TimestampType.withZone(),
              n -> START.plusHours(n).atOffset(ZoneOffset.UTC)),
          new Kind("text", Types.StringType.get(), n -> "a#b?c d%2F\u00e9\u05d0/" + n),
          new Kind("uuid", Types.UUIDType.get(), n -> new UUID(n - 3L, ~n)),
          new Kind("fixed", Types.FixedType.ofLength(3), n -> new byte[] {-1, (byte) n, 3}),
          new Kind(
              "binary",
              Types.BinaryType.get(),
              n -> ByteBuffer.wrap(("b" + n).getBytes(StandardCharsets.UTF_8))));

  private static Schema schema(List<Kind> kinds) {
    List<Types.NestedField> fields = new ArrayList<>();
    for (Kind kind : kinds) {
      fields.add(Types.NestedField.optional(2 * fields.size() + 1, kind.name(), kind.type()));
    }
    // Something that is no key between the keys.
    fields.add(
        fields.size() / 2, Types.NestedField.optional(1000, "payload", Types.StringType.get()));
    return new Schema(fields);
  }

  private static Object[] row(List<Kind> kinds, int n, String payload) {
    List<Object> values = new ArrayList<>();
    kinds.forEach(kind -> values.add(kind.value().apply(n)));
    values.add(values.size() / 2, payload);
    return values.toArray();
  }

  /** Applies two units, with updates, deletes and moves between partitions, and compares. */
  private void assertApplied(
      Writing writing, List<Kind> kinds, UnaryOperator<TargetSpec.Builder> options) {
    TargetFixture target = new TargetFixture(folder);
    MemorySource source = new MemorySource(schema(kinds), Pairing.AS_STATED).rowsPerTask(3);
    int values = kinds.size() == 1 && kinds.get(0).name().equals("Boolean") ? 2 : 7;
    MemorySource.Stated[] inserts = new MemorySource.Stated[values];
    for (int n = 0; n < values; n++) {
      inserts[n] = insert(row(kinds, n, n == 1 ? null : "p" + n));
    }
    source.commit(inserts);
    assertRun(target, source, writing, options);
    source.commit(
        before(row(kinds, 1, null)), after(row(kinds, 1, "7")), delete(row(kinds, 0, "p0")));
    assertRun(target, source, writing, options);
    source.commit(
        insert(row(kinds, 0, "again")), before(row(kinds, 1, "7")), after(row(kinds, 1, null)));
    assertRun(target, source, writing, options);
  }

  private static void assertRun(
      TargetFixture target,
      MemorySource source,
      Writing writing,
      UnaryOperator<TargetSpec.Builder> options) {
    MigrationSpec plain = target.spec(builder -> options.apply(writing.apply(builder)));
    RunResult result =
        new RunExecution(
                plain.toBuilder()
                    .source(plain.source().toBuilder().from(new Bound.Commit(0)).build())
                    .build(),
                it -> source,
                RunExecution.CHANGES_PER_UNIT,
                event -> {},
                new Cancellation())
            .run();
    assertThat(result.status()).as("%s", result.error()).isEqualTo(RunResult.Status.SUCCEEDED);
    long version = source.history().get(0).sequence().orElseThrow();
    Schema schema = target.table(table -> table.schema()).orElseThrow();
    List<String> expected =
        source.state(version).stream()
            .map(row -> JsonValues.object(schema.asStruct(), row).toString())
            .sorted()
            .toList();
    assertThat(target.rows()).isEqualTo(expected);
  }

  private static List<String> names(List<Kind> kinds) {
    return kinds.stream().map(Kind::name).toList();
  }

  /** Each format and each way of writing meets both format versions. */
  static Stream<Arguments> formats() {
    List<Arguments> cases = new ArrayList<>();
    for (String format : List.of("parquet", "orc", "avro")) {
      for (Writing writing : Writing.values()) {
        cases.add(Arguments.of(format, writing, Integer.toString(2 + cases.size() % 2)));
      }
    }
    return cases.stream();
  }

  @ParameterizedTest
  @MethodSource("formats")
  void aKeyOfColumnsOfAllTypesFarApart(String format, Writing writing, String version) {
    List<Kind> kinds =
        writing == Writing.EQUALITY_DELETES
            ? KINDS.stream().filter(kind -> !kind.name().equals("fixed")).toList()
            : KINDS;
    assertApplied(
        writing,
        kinds,
        builder ->
            builder
                .equalityColumns(names(kinds))
                .tableProperties(
                    Map.of("format-version", version, "write.format.default", format)));
  }

  /** Iceberg's generic reader takes all fixed keys of an equality delete file for the last one. */
  @Test
  void fixedKeysAreNoEqualityDeletes() {
    List<Kind> fixed = KINDS.stream().filter(kind -> kind.name().equals("fixed")).toList();
    assertThatThrownBy(
            () ->
                assertApplied(
                    Writing.EQUALITY_DELETES,
                    fixed,
                    builder -> builder.equalityColumns(names(fixed))))
        .isInstanceOf(MappingException.class)
        .hasMessageContaining("Equality column 'fixed' has type fixed[3]");
  }

  static Stream<Arguments> keys() {
    // Iceberg's generic reader, which the rows are compared with, cannot read partitions of fixed.
    return KINDS.stream()
        .filter(kind -> !kind.name().equals("fixed"))
        .map(kind -> Arguments.of(kind.name()));
  }

  @ParameterizedTest
  @MethodSource("keys")
  void aKeyOfOneTypeThatPartitionsTheTable(String name) {
    List<Kind> kind = KINDS.stream().filter(it -> it.name().equals(name)).toList();
    assertApplied(
        Writing.MERGE_ON_READ,
        kind,
        builder -> builder.equalityColumns(names(kind)).partitionFields(List.of(name)));
  }

  @ParameterizedTest
  @EnumSource(Writing.class)
  void partitionsByEveryTransform(Writing writing) {
    assertApplied(
        writing,
        KINDS,
        builder ->
            builder
                .equalityColumns(List.of("uuid"))
                .tableProperties(Map.of("format-version", "3"))
                .partitionFields(
                    List.of(
                        "text",
                        "bucket(uuid, 4)",
                        "truncate(LONG, 1000)",
                        writing == Writing.COPY_ON_WRITE ? "month(date)" : "year(date)",
                        "day(at_zone)",
                        "hour(At)",
                        "void(int)")));
  }

  @ParameterizedTest
  @EnumSource(Writing.class)
  void aSortedTableHasSortedFilesThatSaySo(Writing writing) {
    List<Kind> kinds = KINDS.stream().filter(it -> "int text".contains(it.name())).toList();
    assertApplied(
        writing,
        kinds,
        builder ->
            builder
                .equalityColumns(List.of("text"))
                .partitionFields(List.of("bucket(text, 2)"))
                .sortFields(List.of("int desc nulls last", "truncate(payload, 2)")));

    new TargetFixture(folder)
        .table(
            table -> {
              try (CloseableIterable<FileScanTask> files = table.newScan().planFiles()) {
                for (FileScanTask file : files) {
                  assertThat(file.file().sortOrderId()).isEqualTo(table.sortOrder().orderId());
                  assertThat(integers(table, file)).isSortedAccordingTo(Comparator.reverseOrder());
                }
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
              return table;
            });
  }

  private static List<Integer> integers(Table table, FileScanTask file) throws IOException {
    List<Integer> values = new ArrayList<>();
    try (CloseableIterable<Record> rows =
        FormatModelRegistry.<Record, Object>readBuilder(
                file.file().format(), Record.class, table.io().newInputFile(file.file()))
            .project(table.schema().select("int"))
            .build()) {
      rows.forEach(row -> values.add((Integer) row.get(0)));
    }
    return values;
  }

  @ParameterizedTest
  @EnumSource(Writing.class)
  void partitionsThatChangeBetweenRuns(Writing writing) {
    List<Kind> kinds = KINDS.stream().filter(it -> it.name().equals("uuid")).toList();
    UnaryOperator<TargetSpec.Builder> options =
        builder -> builder.equalityColumns(List.of("uuid")).partitionFields(List.of("payload"));
    TargetFixture target = new TargetFixture(folder);
    MemorySource source = new MemorySource(schema(kinds), Pairing.AS_STATED);
    source.commit(
        insert(row(kinds, 0, "a")), insert(row(kinds, 1, "b")), insert(row(kinds, 2, "c")));
    assertRun(target, source, writing, options);
    target.table(
        table -> {
          table.updateSpec().removeField("payload").addField(bucket("uuid", 2)).commit();
          return table;
        });
    source.commit(before(row(kinds, 0, "a")), after(row(kinds, 0, "b")));
    assertRun(target, source, writing, options);
    target.table(
        table -> {
          table.updateSpec().removeField(bucket("uuid", 2)).commit();
          return table;
        });
    source.commit(
        before(row(kinds, 0, "b")), after(row(kinds, 0, "c")), delete(row(kinds, 1, "b")));
    assertRun(target, source, writing, options);
  }

  @ParameterizedTest
  @EnumSource(Writing.class)
  void rowsThatMoveToAPartitionOfAnotherPayload(Writing writing) {
    List<Kind> kinds = KINDS.stream().filter(it -> it.name().equals("uuid")).toList();
    assertApplied(
        writing,
        kinds,
        builder -> builder.equalityColumns(List.of("uuid")).partitionFields(List.of("payload")));
  }

  @ParameterizedTest
  @EnumSource(Writing.class)
  void columnsWithNamesThatPathsDoNotLike(Writing writing) {
    List<Kind> kinds =
        Stream.of("data#1", "a?b", "a b", "100%", "\u00e9\u05d0", "a=b", "UPPER", "a-b")
            .map(name -> new Kind(name, Types.StringType.get(), n -> name + "/" + n))
            .toList();
    assertApplied(
        writing,
        kinds,
        builder ->
            builder
                .equalityColumns(List.of("data#1", "UPPER"))
                .partitionFields(List.of("data#1", "a?b", "100%", "\u00e9\u05d0", "a=b")));
  }
}
