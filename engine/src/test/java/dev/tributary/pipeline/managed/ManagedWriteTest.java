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

import static dev.tributary.fixture.WrittenTable.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tributary.fixture.WrittenTable;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.managed.Managed;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.testing.TestStream;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionRowTuple;
import org.apache.beam.sdk.values.Row;
import org.apache.beam.sdk.values.TimestampedValue;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.TableUtil;
import org.apache.iceberg.types.Types;
import org.joda.time.Duration;
import org.joda.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManagedWriteTest {
  private static final Schema CHANGES =
      Schema.builder()
          .addInt64Field("id")
          .addNullableStringField("name")
          .addStringField("kind")
          .addInt64Field("seq")
          .build();
  private static final Schema ROWS =
      Schema.builder().addInt64Field("id").addNullableStringField("name").build();
  private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");

  @TempDir Path folder;
  private LakeFixture lake;

  @BeforeEach
  void openLake() {
    lake = new LakeFixture(folder);
  }

  private static Row change(String kind, long seq, long id, String name) {
    return Row.withSchema(CHANGES).addValues(id, name, kind, seq).build();
  }

  private static Row plain(long id, String name) {
    return Row.withSchema(ROWS).addValues(id, name).build();
  }

  /** What a write put out. */
  private record Written(Map<String, Collected> outputs) {
    List<String> text(String output) {
      return outputs.get(output).text();
    }
  }

  private static Written write(PCollection<Row> rows, Map<String, Object> config) {
    PCollectionRowTuple written = rows.apply(Managed.write(Managed.ICEBERG).withConfig(config));
    Map<String, Collected> outputs = new HashMap<>();
    written.getAll().forEach((name, output) -> outputs.put(name, Collected.of(output)));
    rows.getPipeline().run().waitUntilFinish();
    return new Written(outputs);
  }

  private Written write(Map<String, Object> config, Schema schema, Row... rows) {
    Pipeline pipeline = Pipeline.create(PipelineOptionsFactory.create());
    return write(pipeline.apply(Create.of(Arrays.asList(rows)).withRowSchema(schema)), config);
  }

  private Map<String, Object> changes(Map<String, Object> more) {
    Map<String, Object> config = new HashMap<>();
    config.put("mode", "merge-on-read");
    config.put("equality_columns", List.of("id"));
    config.put("change_type_column", "kind");
    config.put("sequence_number_column", "seq");
    config.put("table_properties", Map.of("format-version", "3"));
    config.putAll(more);
    return lake.config("db.people", config);
  }

  @Test
  void rowsAreAppendedToATableThatIsCreatedForThem() {
    Map<String, Object> config =
        lake.config(
            "db.people",
            Map.of(
                "partition_fields", List.of("bucket(id, 4)"),
                "sort_fields", List.of("id desc nulls last"),
                "table_properties", Map.of("write.format.default", "orc"),
                "distribution_mode", "hash"));

    Written first = write(config, ROWS, plain(1, "a"), plain(2, null));
    write(config, ROWS, plain(1, "a"));

    assertThat(lake.rows("db.people")).containsExactly("1,a", "1,a", "2,null");
    assertThat(lake.snapshots("db.people")).hasSize(2);
    assertThat(first.text("snapshots")).singleElement().asString().startsWith("db.people,append");
    assertThat(lake.<String>table("db.people", table -> table.spec().toString()))
        .contains("id_bucket: bucket[4]");
    assertThat(lake.<String>table("db.people", table -> table.sortOrder().toString()))
        .contains("DESC NULLS LAST");
  }

  @Test
  void manySmallBundlesBecomeFewFiles() {
    Row[] rows = new Row[500];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = plain(i, "n" + i);
    }
    write(lake.config("db.people", Map.of()), ROWS, rows);

    assertThat(lake.rows("db.people")).hasSize(500);
    assertThat(lake.snapshots("db.people"))
        .singleElement()
        .satisfies(it -> assertThat(it.summary()).containsEntry("added-data-files", "1"));
  }

  @Test
  void rowsGoToTheTableThatTheyName() {
    Schema nested = Schema.builder().addStringField("region").build();
    Schema schema =
        Schema.builder()
            .addInt64Field("id")
            .addStringField("kind")
            .addRowField("place", nested)
            .build();
    Row eu = Row.withSchema(nested).addValue("eu").build();
    Row us = Row.withSchema(nested).addValue("us").build();
    write(
        lake.config("db.t_{kind}_{place.region}", Map.of("drop", List.of("place"))),
        schema,
        Row.withSchema(schema).addValues(1L, "a", eu).build(),
        Row.withSchema(schema).addValues(2L, "a", us).build(),
        Row.withSchema(schema).addValues(3L, "a", eu).build());

    assertThat(lake.rows("db.t_a_eu")).containsExactly("1,a", "3,a");
    assertThat(lake.rows("db.t_a_us")).containsExactly("2,a");
  }

  @Test
  void onlyTheFieldsOfOneRowAreWritten() {
    Schema schema = Schema.builder().addStringField("kind").addRowField("rest", ROWS).build();
    write(
        lake.config("db.people", Map.of("only", "rest")),
        schema,
        Row.withSchema(schema).addValues("x", plain(1, "a")).build());
    assertThat(lake.rows("db.people")).containsExactly("1,a");
  }

  @Test
  void changesThatWereReadAreAppliedByKey() {
    org.apache.iceberg.Schema keyed =
        new org.apache.iceberg.Schema(
            List.of(
                Types.NestedField.required(1, "id", Types.LongType.get()),
                Types.NestedField.optional(2, "name", Types.StringType.get()),
                Types.NestedField.optional(3, "price", Types.DecimalType.of(9, 2)),
                Types.NestedField.optional(4, "at", Types.TimestampType.withZone())),
            Set.of(1));
    WrittenTable source = WrittenTable.create(folder, 3, keyed, PartitionSpec.unpartitioned());
    DataFile file = source.append(row(1, "a"), row(2, "b"), row(3, "c"), row(4, "d"));
    source.delete(file, 3);
    source.overwrite(file, row(1, "A"), row(2, "b"));
    source.append(row(5, "e"));
    Map<String, Object> read = new HashMap<>();
    read.put("table", source.spec().table());
    read.put("catalog_properties", source.spec().catalogProperties());
    read.put(
        CdcMetadataColumns.KEY,
        List.of(
            CdcMetadataColumns.CHANGE_TYPE, CdcMetadataColumns.COMMIT_SNAPSHOT_SEQUENCE_NUMBER));
    Map<String, Object> config =
        lake.config(
            "db.people",
            Map.of(
                "mode",
                "merge-on-read",
                "change_type_column",
                CdcMetadataColumns.CHANGE_TYPE,
                "equality_columns",
                List.of("id"),
                "table_properties",
                Map.of("format-version", "3")));

    for (int run = 0; run < 2; run++) {
      Pipeline pipeline = Pipeline.create(PipelineOptionsFactory.create());
      write(
          pipeline.apply(Managed.read(Managed.ICEBERG_CDC).withConfig(read)).getSinglePCollection(),
          config);
      assertThat(lake.rows("db.people"))
          .containsExactly("1,A,null,null", "2,b,null,null", "5,e,null,null");
    }
    assertThat(lake.<Set<String>>table("db.people", t -> t.schema().identifierFieldNames()))
        .containsExactly("id");
    assertThat(lake.<Integer>table("db.people", TableUtil::formatVersion)).isEqualTo(3);
    assertThat(lake.snapshots("db.people").get(1).summary())
        .containsKey("added-dvs")
        .containsEntry("tributary.updated", "3");
  }

  @Test
  void theLastChangeOfAKeyInOrderOfSequenceAndKindWins() {
    write(
        changes(Map.of()),
        CHANGES,
        change("INSERT", 1, 1, "a"),
        change("INSERT", 1, 2, "b"),
        change("INSERT", 1, 3, "c"));
    write(
        changes(Map.of()),
        CHANGES,
        change("UPDATE_AFTER", 4, 1, "third"),
        change("UPDATE_AFTER", 3, 1, "second"),
        change("UPDATE_BEFORE", 3, 1, "a"),
        // The same commit takes the key away and gives it back.
        change("INSERT", 5, 2, "back"),
        change("DELETE", 5, 2, "b"),
        change("DELETE", 9, 3, "c"),
        change("INSERT", 8, 3, "before the delete"),
        change("DELETE", 2, 7, "never there"));

    assertThat(lake.rows("db.people")).containsExactly("1,third", "2,back");
    assertThat(lake.snapshots("db.people").get(1).summary())
        .containsEntry("tributary.unmatched-deletes", "1");
  }

  @Test
  void anAfterImageWithoutABeforeImageReplacesTheRow() {
    write(changes(Map.of()), CHANGES, change("INSERT", 1, 1, "a"));
    write(changes(Map.of()), CHANGES, change("UPDATE_AFTER", 2, 1, "b"));
    assertThat(lake.rows("db.people")).containsExactly("1,b");
  }

  @Test
  void aRowThatMovesToAnotherPartitionNeedsNoBeforeImage() {
    Map<String, Object> config = changes(Map.of("partition_fields", List.of("name")));
    write(config, CHANGES, change("INSERT", 1, 1, "here"), change("INSERT", 1, 2, "here"));
    write(config, CHANGES, change("UPDATE_AFTER", 2, 1, "there"));
    assertThat(lake.rows("db.people")).containsExactly("1,there", "2,here");
  }

  @Test
  void upsertsReplaceAndNeedNoKind() {
    Schema schema =
        Schema.builder()
            .addInt64Field("id")
            .addNullableStringField("name")
            .addInt64Field("seq")
            .build();
    Map<String, Object> config = changes(Map.of("upsert", true));
    config.remove("change_type_column");
    write(config, schema, Row.withSchema(schema).addValues(1L, "a", 1L).build());
    write(
        config,
        schema,
        Row.withSchema(schema).addValues(1L, "b", 2L).build(),
        Row.withSchema(schema).addValues(1L, "c", 3L).build());
    assertThat(lake.rows("db.people")).containsExactly("1,c");
  }

  @Test
  void wordsOfDeltaAreMapped() {
    write(
        changes(
            Map.of(
                "change_type_map", Map.of("insert", "INSERT", "update_postimage", "UPDATE_AFTER"))),
        CHANGES,
        change("insert", 1, 1, "a"),
        change("update_postimage", 2, 1, "b"));
    assertThat(lake.rows("db.people")).containsExactly("1,b");
  }

  @Test
  void copyOnWriteLeavesNoDeleteFiles() {
    Map<String, Object> config = changes(Map.of("mode", "copy-on-write"));
    write(config, CHANGES, change("INSERT", 1, 1, "a"), change("INSERT", 1, 2, "b"));
    write(config, CHANGES, change("DELETE", 2, 1, "a"));
    assertThat(lake.rows("db.people")).containsExactly("2,b");
    assertThat(lake.snapshots("db.people").get(1).summary())
        .containsEntry("total-delete-files", "0");
  }

  @Test
  void rowsThatCannotBeAppliedAreFailuresOrAnOutput() {
    Row unknown = change("REPLACED", 1, 1, "a");
    assertThatThrownBy(() -> write(changes(Map.of()), CHANGES, unknown))
        .hasStackTraceContaining("'REPLACED', which is no kind of change");

    Written written =
        write(
            changes(Map.of("error_handling", Map.of("output", "errors"))),
            CHANGES,
            unknown,
            change("INSERT", 1, 2, "b"));
    assertThat(lake.rows("db.people")).containsExactly("2,b");
    assertThat(written.text("errors")).singleElement().asString().contains("REPLACED");
  }

  @Test
  void rowsThatAreAllRefusedMakeNoCommit() {
    Schema schema =
        Schema.builder()
            .addInt64Field("id")
            .addNullableStringField("name")
            .addStringField("kind")
            .addNullableInt64Field("seq")
            .build();

    Written written =
        write(
            changes(Map.of("error_handling", Map.of("output", "errors"))),
            schema,
            Row.withSchema(schema).addValues(1L, "a", "INSERT", null).build());

    assertThat(written.text("errors")).singleElement().asString().contains("has no order");
    assertThat(written.text("snapshots")).isEmpty();
    assertThat(lake.snapshots("db.people")).isEmpty();
  }

  @Test
  void contradictionsAreRefused() {
    assertRefused(Map.of("mode", "overwrite"), "unknown mode 'overwrite'");
    assertRefused(Map.of("mode", "append"), "have no meaning in mode 'append'");
    assertRefused(Map.of("distribution_mode", "hash"), "have no meaning in mode 'merge-on-read'");
    assertRefused(Map.of("keep", List.of("id"), "only", "name"), "contradict");
    assertRefused(Map.of("keep", List.of("nothing")), "unknown field 'nothing'");
    assertRefused(Map.of("drop", List.of("nothing")), "unknown field 'nothing'");
    assertRefused(Map.of("change_type_column", "seq"), "are the same");
    assertRefused(Map.of("change_type_column", "id"), "must be STRING");
    assertRefused(Map.of("sequence_number_column", "name"), "must be INT64");
    assertRefused(Map.of("sequence_number_column", "nothing"), "do not have");
    assertRefused(Map.of("change_type_map", Map.of("x", "REPLACE")), "valid values");
    assertRefused(Map.of("num_shards", 0), "at least 1");
    assertRefused(Map.of("shards_per_partition", 3), "num_shards");
    assertRefused(Map.of("allowed_lateness_seconds", -1), "at least 0");
    assertRefused(Map.of("sorter_memory_mb", 0), "at least 1");
    assertRefused(Map.of("snapshot_properties", Map.of("beam.cdc.x", "y")), "reserved");
    assertRefused(Map.of("equality_columns", List.of("nothing")), "'nothing'");
    assertRefused(Map.of("equality_columns", List.of()), "are required");
    Map<String, Object> noKind = changes(Map.of());
    noKind.remove("change_type_column");
    assertThatThrownBy(() -> write(noKind, CHANGES, change("INSERT", 1, 1, "a")))
        .hasStackTraceContaining("nothing tells the kind of a change");
    assertThatThrownBy(
            () ->
                write(lake.config("db.people", Map.of("autosharding", true)), ROWS, plain(1, "a")))
        .hasStackTraceContaining("needs 'distribution_mode'");
    assertThatThrownBy(
            () ->
                write(
                    lake.config("db.people", Map.of("maximum_table_cache_size", 3)),
                    ROWS,
                    plain(1, "a")))
        .hasStackTraceContaining("use_side_input_table_cache");
  }

  private void assertRefused(Map<String, Object> more, String message) {
    assertThatThrownBy(() -> write(changes(more), CHANGES, change("INSERT", 1, 1, "a")))
        .hasStackTraceContaining(message);
  }

  @Test
  void rowsThatDoNotFitTheTableAreRefusedWithTheDifference() {
    write(lake.config("db.people", Map.of()), ROWS, plain(1, "a"));
    Schema wider =
        Schema.builder()
            .addInt64Field("id")
            .addNullableStringField("name")
            .addNullableStringField("more")
            .build();
    assertThatThrownBy(
            () ->
                write(
                    lake.config("db.people", Map.of()),
                    wider,
                    Row.withSchema(wider).addValues(1L, "a", "b").build()))
        .hasStackTraceContaining("ALTER TABLE")
        .hasStackTraceContaining("more");
  }

  @Test
  void unboundedRowsAreCommittedAtIntervals() {
    Pipeline pipeline = Pipeline.create(PipelineOptionsFactory.create());
    PCollection<Row> rows =
        pipeline
            .apply(
                TestStream.create(ROWS)
                    .addElements(plain(1, "a"))
                    .advanceProcessingTime(Duration.standardSeconds(31))
                    .addElements(plain(2, "b"), plain(3, "c"))
                    .advanceProcessingTime(Duration.standardSeconds(31))
                    .advanceWatermarkToInfinity())
            .setRowSchema(ROWS);
    write(rows, lake.config("db.people", Map.of("triggering_frequency_seconds", 30)));

    assertThat(lake.rows("db.people")).containsExactly("1,a", "2,b", "3,c");
    assertThat(lake.snapshots("db.people")).hasSizeBetween(2, 3);
  }

  @Test
  void largeBundlesAreWrittenAtOnce() {
    Row[] rows = new Row[200];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = plain(i, "a rather long name, number " + i);
    }
    write(lake.config("db.people", Map.of("direct_write_byte_limit", 1000)), ROWS, rows);
    assertThat(lake.rows("db.people")).hasSize(200);
    assertThat(lake.snapshots("db.people"))
        .singleElement()
        .satisfies(
            it ->
                assertThat(Integer.parseInt(it.summary().get("added-data-files")))
                    .isGreaterThan(4));
  }

  @Test
  void aDeleteThatKnowsOnlyTheKeyTakesTheRow() {
    write(changes(Map.of()), CHANGES, change("INSERT", 1, 1, "a"));
    write(
        changes(Map.of()),
        CHANGES,
        change("INSERT", 2, 1, "b"),
        change("DELETE", 3, 1, null),
        change("INSERT", 2, 2, "c"),
        change("UPDATE_BEFORE", 4, 2, null));
    assertThat(lake.rows("db.people")).isEmpty();
  }

  @Test
  void unboundedInputNeedsAnInterval() {
    Pipeline pipeline = Pipeline.create(PipelineOptionsFactory.create());
    PCollection<Row> rows =
        pipeline.apply(TestStream.create(ROWS).advanceWatermarkToInfinity()).setRowSchema(ROWS);
    assertThatThrownBy(() -> write(rows, lake.config("db.people", Map.of())))
        .hasStackTraceContaining("'triggering_frequency_seconds' is required");
  }

  private static TimestampedValue<Row> at(int seconds, Row row) {
    return TimestampedValue.of(row, BEGIN.plus(Duration.standardSeconds(seconds)));
  }

  private Written stream(Map<String, Object> more, TestStream<Row> events) {
    Pipeline pipeline = Pipeline.create(PipelineOptionsFactory.create());
    Map<String, Object> config = changes(more);
    config.put("triggering_frequency_seconds", 10);
    return write(pipeline.apply(events).setRowSchema(CHANGES), config);
  }

  @Test
  void windowsOfUnboundedChangesAreCommittedInTheirOrder() {
    stream(
        Map.of(),
        TestStream.create(CHANGES)
            .addElements(
                at(25, change("UPDATE_AFTER", 3, 1, "c")),
                at(15, change("UPDATE_AFTER", 2, 1, "b")),
                at(5, change("INSERT", 1, 1, "a")),
                at(5, change("INSERT", 1, 2, "x")),
                at(15, change("DELETE", 2, 2, "x")))
            .advanceWatermarkToInfinity());

    assertThat(lake.rows("db.people")).containsExactly("1,c");
    assertThat(lake.snapshots("db.people")).hasSize(3);
  }

  @Test
  void aNamedSinkLeavesOutWindowsThatItCommittedBefore() {
    TestStream<Row> events =
        TestStream.create(CHANGES)
            .addElements(at(5, change("INSERT", 1, 1, "a")))
            .advanceWatermarkToInfinity();
    stream(Map.of("sink_id", "mine"), events);
    stream(
        Map.of("sink_id", "mine"),
        TestStream.create(CHANGES)
            .addElements(
                at(5, change("INSERT", 1, 1, "again")), at(15, change("INSERT", 2, 2, "b")))
            .advanceWatermarkToInfinity());

    assertThat(lake.rows("db.people")).containsExactly("1,a", "2,b");
    assertThat(lake.snapshots("db.people")).hasSize(2);
    assertThat(lake.<Map<String, String>>table("db.people", table -> table.properties()))
        .containsKey("tributary.sink.mine.committed-through-ms");
  }

  @Test
  void changesThatComeTooLateAreDeadLetters() {
    Written written =
        stream(
            Map.of(),
            TestStream.create(CHANGES)
                .addElements(at(5, change("INSERT", 1, 1, "a")))
                .advanceWatermarkTo(BEGIN.plus(Duration.standardSeconds(12)))
                .addElements(at(6, change("UPDATE_AFTER", 2, 1, "late")))
                .advanceWatermarkToInfinity());

    assertThat(lake.rows("db.people")).containsExactly("1,a");
    assertThat(written.text("dead_letter"))
        .singleElement()
        .asString()
        .contains("late")
        .contains("UPDATE_AFTER")
        .endsWith(",2,db.people");
  }
}
