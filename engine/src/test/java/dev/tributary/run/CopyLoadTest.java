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

import static dev.tributary.fixture.WrittenTable.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tributary.errors.TargetException;
import dev.tributary.fixture.WrittenTable;
import dev.tributary.migration.SourceTables;
import dev.tributary.spec.ColumnMapping;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.MigrationSpec.InitialLoad;
import dev.tributary.spec.MigrationSpec.SchemaChanges;
import dev.tributary.spec.TargetSpec;
import dev.tributary.verify.Verifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class CopyLoadTest {
  @TempDir Path folder;
  private TargetFixture target;

  @BeforeEach
  void openTarget() throws IOException {
    target = new TargetFixture(Files.createDirectory(folder.resolve("lake")));
  }

  private WrittenTable source(int formatVersion) {
    return WrittenTable.create(folder.resolve("source"), formatVersion);
  }

  private MigrationSpec spec(
      WrittenTable source, InitialLoad load, UnaryOperator<TargetSpec.Builder> options) {
    return target.spec(options).toBuilder().source(source.spec()).initialLoad(load).build();
  }

  private RunResult run(MigrationSpec spec) {
    RunResult result =
        new RunExecution(
                spec,
                SourceTables::open,
                RunExecution.CHANGES_PER_UNIT,
                event -> {},
                new Cancellation())
            .run();
    assertThat(result.error()).isEmpty();
    return result;
  }

  private RunResult.InitialLoadResult load(MigrationSpec spec) {
    return run(spec).initialLoad().orElseThrow();
  }

  private static UnaryOperator<TargetSpec.Builder> format(int version) {
    return builder -> builder.tableProperties(Map.of("format-version", Integer.toString(version)));
  }

  private static void assertMatches(MigrationSpec spec) {
    assertThat(Verifier.verify(spec, rows -> {}).match()).isTrue();
  }

  private List<String> dataFiles() throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve("lake"))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith("parquet") || name.endsWith("puffin"))
          .toList();
    }
  }

  @ParameterizedTest
  @CsvSource({"2, 2", "2, 3", "3, 2", "3, 3", "1, 3"})
  void copiesFilesWithTheDeletesThatTheyHave(int from, int to) throws IOException {
    try (WrittenTable source = source(from)) {
      DataFile first = source.append(row(1, "a"), row(2, "b"), row(3, "c"));
      source.append(row(4, "d"));
      if (from > 1) {
        source.delete(first, 0);
        source.delete(first, 2);
      }
      MigrationSpec spec = spec(source, InitialLoad.AUTO, format(to));

      RunResult.InitialLoadResult load = load(spec);

      assertThat(load.kind()).isEqualTo("copy");
      assertThat(load.reason()).contains("by copying the source's data files");
      assertThat(load.files()).isEqualTo(2);
      assertThat(load.rows()).isEqualTo(from > 1 ? 2 : 4);
      assertMatches(spec);

      source.append(row(5, "e"));
      if (from > 1) {
        source.delete(first, 1);
      }
      assertThat(run(spec).rows().inserted()).hasValue(1);
      assertMatches(spec);
    }
  }

  @Test
  void appliesEqualityDeletesToTheCopies() throws IOException {
    try (WrittenTable source = source(2)) {
      DataFile first = source.append(row(1, "a"), row(2, "b"), row(3, "c"));
      source.deleteEqual(first, List.of("name"), row("b"));
      source.append(row(4, "b"));
      MigrationSpec spec = spec(source, InitialLoad.COPY, format(3));

      assertThat(load(spec).rows()).isEqualTo(3);
      assertThat(target.rows())
          .containsExactly(
              "{\"id\":1,\"name\":\"a\"}",
              "{\"id\":3,\"name\":\"c\"}",
              "{\"id\":4,\"name\":\"b\"}");
    }
  }

  @Test
  void copiesOrcAndAvroFiles() throws IOException {
    try (WrittenTable source = source(2)) {
      source.format(FileFormat.ORC).append(row(1, "a"), row(2, "b"));
      DataFile avro = source.format(FileFormat.AVRO).append(row(3, "c"), row(4, "d"));
      source.delete(avro, 0);
      MigrationSpec spec = spec(source, InitialLoad.COPY, format(3));

      assertThat(load(spec).rows()).isEqualTo(3);
      assertMatches(spec);
    }
  }

  @Test
  void keepsPartitionsThatBothTablesHave() throws IOException {
    PartitionSpec partitions =
        PartitionSpec.builderFor(WrittenTable.ID_AND_NAME).identity("name").bucket("id", 4).build();
    try (WrittenTable source =
        WrittenTable.create(folder.resolve("source"), 2, WrittenTable.ID_AND_NAME, partitions)) {
      DataFile file = source.append(row(1, "a b"));
      source.append(row(2, "c"));
      MigrationSpec spec =
          spec(source, InitialLoad.AUTO, b -> format(3).apply(b).partitionFields(List.of("name")));

      assertThat(load(spec).kind()).isEqualTo("copy");
      assertMatches(spec);
      source.remove(file);
      assertThat(run(spec).rows().deleted()).hasValue(1);
      assertMatches(spec);
    }
  }

  /** Files that came from Hive lack the columns that their folders tell. */
  @Test
  void readsAndWritesRowsWhereOnlyTheSourceIsPartitionedByAColumnAsItIs() throws IOException {
    PartitionSpec partitions =
        PartitionSpec.builderFor(WrittenTable.ID_AND_NAME).identity("name").build();
    try (WrittenTable source =
        WrittenTable.create(folder.resolve("source"), 2, WrittenTable.ID_AND_NAME, partitions)) {
      source.append(row(1, "a"));
      MigrationSpec spec = spec(source, InitialLoad.AUTO, format(3));

      assertThat(load(spec).kind()).isEqualTo("rewrite");
      assertMatches(spec);
    }
  }

  @Test
  void readsAndWritesRowsWhereTheTargetIsPartitionedOtherwise() throws IOException {
    try (WrittenTable source = source(2)) {
      source.append(row(1, "a"), row(2, "b"));
      MigrationSpec spec =
          spec(source, InitialLoad.AUTO, b -> b.partitionFields(List.of("bucket(id, 4)")));

      RunResult.InitialLoadResult load = load(spec);

      assertThat(load.kind()).isEqualTo("rewrite");
      assertThat(load.reason())
          .endsWith("since the target is partitioned otherwise than the source");
      assertMatches(spec);
    }
  }

  @Test
  void copiesUnderRenamedColumns() throws IOException {
    try (WrittenTable source = source(3)) {
      source.append(row(1, "a"));
      MigrationSpec spec =
          spec(source, InitialLoad.COPY, format(3)).toBuilder()
              .mapping(List.of(new ColumnMapping("name", "title", Optional.empty())))
              .build();

      load(spec);

      assertThat(target.rows()).containsExactly("{\"id\":1,\"title\":\"a\"}");
      assertMatches(spec);
    }
  }

  @Test
  void refusesToCopyWhatHasToBeConverted() throws IOException {
    try (WrittenTable source = source(2)) {
      source.append(row(1, "a"));
      MigrationSpec spec =
          spec(source, InitialLoad.COPY, b -> b).toBuilder()
              .source(source.spec().toBuilder().keep(List.of("id")).build())
              .build();

      assertThatThrownBy(() -> run(spec))
          .isInstanceOf(TargetException.class)
          .hasMessage(
              "initial_load: copy is not possible: column 'name' is left out. Use auto or rewrite,"
                  + " which read and write the rows.");
      assertThat(dataFiles()).isEmpty();
    }
  }

  /** The next column that the target gets would take the id of one that is still in the files. */
  @Test
  void readsAndWritesRowsWhereFilesHoldDroppedColumns() throws IOException {
    Schema wide =
        new Schema(
            Types.NestedField.required(1, "id", Types.LongType.get()),
            Types.NestedField.optional(2, "name", Types.StringType.get()),
            Types.NestedField.optional(3, "secret", Types.StringType.get()));
    try (WrittenTable source =
        WrittenTable.create(folder.resolve("source"), 2, wide, PartitionSpec.unpartitioned())) {
      source.append(row(1, "a", "x"));
      source.table().updateSchema().deleteColumn("secret").commit();
      source.append(row(2, "b"));
      MigrationSpec spec = spec(source, InitialLoad.AUTO, b -> b);

      RunResult.InitialLoadResult load = load(spec);

      assertThat(load.kind()).isEqualTo("rewrite");
      assertThat(load.reason()).contains("may hold columns that were dropped");
      assertMatches(spec);
    }
  }

  @Test
  void oldFilesLackColumnsThatCameLater() throws IOException {
    try (WrittenTable source = source(2)) {
      source.append(row(1, "a"));
      source.table().updateSchema().addColumn("size", Types.IntegerType.get()).commit();
      source.append(row(2, "b", 7));
      MigrationSpec spec = spec(source, InitialLoad.COPY, format(3));

      load(spec);

      assertThat(target.rows())
          .containsExactly(
              "{\"id\":1,\"name\":\"a\",\"size\":null}", "{\"id\":2,\"name\":\"b\",\"size\":7}");
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = InitialLoad.class,
      names = {"AUTO", "COPY"})
  void altersAnEmptyTargetThatIsNarrowerBeforeItCopies(InitialLoad wanted) throws IOException {
    try (WrittenTable source = source(2)) {
      source.table().updateSchema().addColumn("size", Types.IntegerType.get()).commit();
      source.append(row(1, "a", 7));
      createTarget(WrittenTable.ID_AND_NAME);
      MigrationSpec spec =
          spec(source, wanted, format(3)).toBuilder().schemaChanges(SchemaChanges.ADDITIVE).build();

      RunResult result = run(spec);

      assertThat(result.initialLoad().orElseThrow().kind()).isEqualTo("copy");
      assertThat(result.alterations())
          .containsExactly("ALTER TABLE lake.lake.people ADD COLUMN size int");
      assertThat(target.rows()).containsExactly("{\"id\":1,\"name\":\"a\",\"size\":7}");
      assertMatches(spec);
    }
  }

  private void createTarget(Schema schema) {
    Catalog catalog = target.catalog();
    try {
      ((SupportsNamespaces) catalog).createNamespace(Namespace.of("lake"));
      catalog.createTable(
          TableIdentifier.parse(TargetFixture.TABLE),
          schema,
          PartitionSpec.unpartitioned(),
          Map.of("format-version", "3"));
    } finally {
      TargetFixture.close(catalog);
    }
  }

  /** Two rows of one key stand for one row of the target. */
  @Test
  void readsAndAppliesTheRowsOfALogThatTellsOnlyTheirOrder() throws IOException {
    Schema log =
        new Schema(
            Types.NestedField.required(1, "id", Types.LongType.get()),
            Types.NestedField.optional(2, "name", Types.StringType.get()),
            Types.NestedField.required(3, "seq", Types.LongType.get()));
    try (WrittenTable source =
        WrittenTable.create(folder.resolve("source"), 2, log, PartitionSpec.unpartitioned())) {
      source.append(row(1, "new", 2L), row(1, "old", 1L));
      MigrationSpec plain =
          spec(
              source,
              InitialLoad.AUTO,
              b -> format(3).apply(b).writeOptions(Map.of("sequence_number_column", "seq")));
      MigrationSpec spec =
          plain.toBuilder()
              .mapping(List.of(new ColumnMapping("seq", "seq", Optional.empty())))
              .build();

      RunResult.InitialLoadResult load = load(spec);

      assertThat(load.kind()).isEqualTo("rewrite");
      assertThat(load.reason()).contains("changes themselves");
      assertThat(target.rows()).containsExactly("{\"id\":1,\"name\":\"new\",\"seq\":2}");
    }
  }

  @Test
  void aFileThatWasCutOffIsAnErrorThatNamesIt() throws IOException {
    try (WrittenTable source = source(2)) {
      DataFile file = source.append(row(1, "a"));
      Path path = Path.of(file.location().replaceFirst("^file:", ""));
      byte[] bytes = Files.readAllBytes(path);
      Files.write(path, Arrays.copyOf(bytes, bytes.length - 9));
      MigrationSpec spec = spec(source, InitialLoad.AUTO, format(3));

      assertThatThrownBy(() -> run(spec)).hasMessageContaining(path.getFileName().toString());
    }
  }
}
