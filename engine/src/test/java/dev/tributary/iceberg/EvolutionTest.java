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

import static dev.tributary.fixture.WrittenTable.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tributary.errors.SourceException;
import dev.tributary.fixture.WrittenTable;
import dev.tributary.history.Position;
import dev.tributary.spec.Bound;
import dev.tributary.spec.SourceSpec;
import dev.tributary.spec.SourceSpec.SourceFormat;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.RowDelta;
import org.apache.iceberg.Schema;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.deletes.BaseDVFileWriter;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.expressions.Literal;
import org.apache.iceberg.io.OutputFileFactory;
import org.apache.iceberg.mapping.MappingUtil;
import org.apache.iceberg.mapping.NameMappingParser;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Ranges in which columns, partitions, file formats or the metadata itself change. */
class EvolutionTest {
  @TempDir private Path folder;

  @Test
  void partitionsMayChangeInsideTheRange() {
    Schema schema =
        new Schema(
            Types.NestedField.required(1, "id", Types.LongType.get()),
            Types.NestedField.required(2, "part", Types.StringType.get()));
    PartitionSpec spec = PartitionSpec.builderFor(schema).identity("part").build();
    WrittenTable table = WrittenTable.create(folder, 2, schema, spec);
    DataFile x = table.append(row(1, "x"), row(2, "x"));
    table.table().updateSpec().removeField("part").addField(Expressions.bucket("id", 4)).commit();
    DataFile bucketed = table.append(row(3, "y"));
    table.delete(x, 0);
    table.table().updateSpec().addField(Expressions.truncate("part", 1)).commit();
    table.remove(bucketed);
    table.append(row(4, "z"));

    assertThat(table.changes())
        .containsExactly("0 +1,x", "0 +2,x", "1 +3,y", "2 -1,x", "3 -3,y", "4 +4,z");
    assertThat(table.state(table.snapshot())).containsExactly("2,x", "4,z");
  }

  @ParameterizedTest
  @EnumSource(
      value = FileFormat.class,
      names = {"PARQUET", "AVRO", "ORC"})
  void filesOfEveryFormatAreReadInTheColumnsAtTheEnd(FileFormat format) {
    WrittenTable table = WrittenTable.create(folder, 2).format(format);
    DataFile file = table.append(row(1, "a"), row(2, "b"));
    table
        .table()
        .updateSchema()
        .renameColumn("name", "label")
        .addColumn("n", Types.IntegerType.get())
        .moveFirst("n")
        .commit();
    table.format(FileFormat.PARQUET).append(row(7, 3, "c"));
    table.format(format).delete(file, 1);

    assertThat(table.changes())
        .containsExactly("0 +null,1,a", "0 +null,2,b", "1 +7,3,c", "2 -null,2,b");
  }

  @ParameterizedTest
  @EnumSource(
      value = FileFormat.class,
      names = {"PARQUET", "AVRO"})
  void defaultsFillRowsThatAreOlderThanTheirColumn(FileFormat format) {
    WrittenTable table = WrittenTable.create(folder, 3).format(format);
    DataFile file = table.append(row(1, "a"), row(2, "b"));
    table
        .table()
        .updateSchema()
        .addColumn("n", Types.IntegerType.get(), null, Literal.of(7))
        .commit();
    table.append(row(3, "c", null));
    table.delete(file, 0);

    assertThat(table.changes()).containsExactly("0 +1,a,7", "0 +2,b,7", "1 +3,c,null", "2 -1,a,7");
    assertThat(table.state(table.snapshot())).containsExactly("2,b,7", "3,c,null");
  }

  @Test
  void severalVectorsMayShareAPuffinFile() throws IOException {
    WrittenTable table = WrittenTable.create(folder, 3);
    DataFile one = table.append(row(1, "a"), row(2, "b"));
    DataFile two = table.append(row(3, "c"), row(4, "d"));
    List<DeleteFile> vectors;
    try (BaseDVFileWriter writer =
        new BaseDVFileWriter(
            OutputFileFactory.builderFor(table.table(), 1, 99).format(FileFormat.PUFFIN).build(),
            path -> null)) {
      writer.delete(one.location(), 0, table.table().spec(), one.partition());
      writer.delete(two.location(), 1, table.table().spec(), two.partition());
      writer.close();
      vectors = writer.result().deleteFiles();
    }
    assertThat(vectors)
        .hasSize(2)
        .extracting(DeleteFile::location)
        .containsOnly(vectors.get(0).location());
    RowDelta delta = table.table().newRowDelta();
    vectors.forEach(delta::addDeletes);
    delta.commit();

    assertThat(table.changes(spec -> spec.from(new Bound.Commit(table.snapshot()))))
        .containsExactly("0 -1,a", "0 -4,d");
    assertThat(table.state(table.snapshot())).containsExactly("2,b", "3,c");
  }

  @Test
  void migratedFilesAreReadByTheNameMapping() throws IOException {
    WrittenTable table = WrittenTable.create(folder, 2);
    DataFile migrated = appendWithoutIds(table, 1, "a", 2, "b");
    table
        .table()
        .updateProperties()
        .set(
            TableProperties.DEFAULT_NAME_MAPPING,
            NameMappingParser.toJson(MappingUtil.create(table.table().schema())))
        .commit();
    table.table().updateSchema().renameColumn("name", "label").commit();
    table.append(row(3, "c"));
    table.deleteEqual(migrated, List.of("label"), row("a"));
    table.delete(migrated, 1);

    assertThat(table.changes()).containsExactly("0 +1,a", "0 +2,b", "1 +3,c", "2 -1,a", "3 -2,b");
    assertThat(table.state(table.snapshot())).containsExactly("3,c");
  }

  @Test
  void identifierFieldsAreToldWithTheRows() throws IOException {
    WrittenTable table = WrittenTable.create(folder, 2);
    table.table().updateSchema().setIdentifierFields("id").commit();
    table.append(row(1, "a"));
    try (IcebergSource source = table.open()) {
      Position end = source.range().end().orElseThrow();
      assertThat(source.planState(end, List.of()).schema().identifierFieldNames())
          .containsExactly("id");
      assertThat(source.planChanges(source.range(), List.of()).schema().identifierFieldNames())
          .containsExactly("id");
    }
  }

  @Test
  void compactionOfManyFilesIsPassedWithoutReadingThem() throws IOException {
    WrittenTable table = WrittenTable.create(folder, 2);
    List<DataFile> files = IntStream.range(0, 300).mapToObj(i -> table.write(row(i, "a"))).toList();
    var append = table.table().newAppend();
    files.forEach(append::appendFile);
    append.commit();
    long appended = table.snapshot();
    var rewrite = table.table().newRewrite();
    files.forEach(rewrite::deleteFile);
    rewrite.addFile(
        table.write(IntStream.range(0, 300).mapToObj(i -> row(i, "a")).toArray(Object[][]::new)));
    rewrite.commit();
    try (IcebergSource source = table.open()) {
      Position before = source.history().get(1).position();
      assertThat(before.commitId()).isEqualTo(Long.toString(appended));
      assertThat(source.planChanges(source.rangeAfter(before), List.of()).tasks()).isEmpty();
    }
  }

  @Test
  void snapshotsWithoutParentsAreNoHistoryToFollow() throws IOException {
    WrittenTable table = WrittenTable.create(folder, 2);
    table.append(row(1, "a"));
    long first = table.snapshot();
    table.append(row(2, "b"));
    table.append(row(3, "c"));
    Path orphaned = withoutParents(table);
    SourceSpec spec = SourceSpec.builder(SourceFormat.ICEBERG, orphaned.toString()).build();

    try (IcebergSource source = IcebergSource.open(spec)) {
      Position then =
          source.history().stream()
              .filter(commit -> commit.id().equals(Long.toString(first)))
              .findFirst()
              .orElseThrow()
              .position();
      assertThatThrownBy(() -> source.rangeAfter(then))
          .isInstanceOf(SourceException.class)
          .hasMessageContaining(Long.toString(first));
      assertThat(WrittenTable.text(source.planState(source.range().end().orElseThrow(), List.of())))
          .containsExactly("0 +1,a", "0 +2,b", "0 +3,c");
    }
    SourceSpec fromFirst = spec.toBuilder().from(new Bound.Commit(first)).build();
    try (IcebergSource source = IcebergSource.open(fromFirst)) {
      assertThatThrownBy(source::range)
          .isInstanceOf(SourceException.class)
          .hasMessageContaining(Long.toString(first));
    }
  }

  /** A copy of the latest metadata in which no snapshot has a parent. */
  private static Path withoutParents(WrittenTable table) throws IOException {
    Path metadata = Path.of(URI.create(table.table().location() + "/metadata").getPath());
    try (Stream<Path> files = Files.list(metadata)) {
      Path latest =
          files
              .filter(file -> file.toString().endsWith(".metadata.json"))
              .max(Comparator.comparing(file -> file.toFile().lastModified()))
              .orElseThrow();
      JsonNode json = new ObjectMapper().readTree(latest.toFile());
      json.path("snapshots")
          .forEach(snapshot -> ((ObjectNode) snapshot).remove("parent-snapshot-id"));
      Path orphaned = metadata.resolve("orphaned.metadata.json");
      new ObjectMapper().writeValue(orphaned.toFile(), json);
      return orphaned;
    }
  }

  /** Appends an Avro file of a writer that knew nothing of Iceberg. */
  private DataFile appendWithoutIds(WrittenTable table, Object... values) throws IOException {
    org.apache.avro.Schema schema =
        SchemaBuilder.record("row").fields().requiredLong("id").optionalString("name").endRecord();
    File file = folder.resolve("migrated.avro").toFile();
    try (DataFileWriter<GenericRecord> writer =
        new DataFileWriter<>(new GenericDatumWriter<>(schema))) {
      writer.create(schema, file);
      for (int i = 0; i < values.length; i += 2) {
        GenericRecord row = new GenericData.Record(schema);
        row.put("id", ((Integer) values[i]).longValue());
        row.put("name", values[i + 1]);
        writer.append(row);
      }
    }
    DataFile migrated =
        DataFiles.builder(PartitionSpec.unpartitioned())
            .withPath(file.toURI().toString())
            .withFormat(FileFormat.AVRO)
            .withFileSizeInBytes(file.length())
            .withRecordCount(values.length / 2)
            .build();
    table.table().newAppend().appendFile(migrated).commit();
    return migrated;
  }
}
