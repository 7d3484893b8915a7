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

import static dev.tributary.fixture.MemorySource.insert;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.fixture.MemorySource;
import dev.tributary.run.InterferingCatalog.Interference;
import dev.tributary.source.ReadPlan.Pairing;
import dev.tributary.spec.Bound;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.MigrationSpec.SchemaChanges;
import dev.tributary.target.TableDefinition;
import dev.tributary.target.TargetTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotChanges;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Catalogs that fail in passing, at the commits beside those of units. */
class PassingFailuresTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.optional(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "name", Types.StringType.get()));
  private static final TableIdentifier DEAD_LETTERS = TableIdentifier.of("lake", "failed");

  @TempDir Path folder;
  private TargetFixture target;
  private final MemorySource source = new MemorySource(SCHEMA, Pairing.AS_STATED);

  /** What happens to one commit. */
  enum Fault {
    BUSY_BEFORE,
    CONNECTION_LOST_BEFORE,
    CONNECTION_LOST_AFTER,
    ANSWER_LOST_BEFORE,
    ANSWER_LOST_AFTER;

    void at(int commit) {
      Interference interference =
          catalog -> {
            switch (this) {
              case BUSY_BEFORE -> InterferingCatalog.busy();
              case CONNECTION_LOST_BEFORE, CONNECTION_LOST_AFTER ->
                  InterferingCatalog.lostConnection();
              case ANSWER_LOST_BEFORE, ANSWER_LOST_AFTER -> InterferingCatalog.lostAnswer();
            }
          };
      if (name().endsWith("BEFORE")) {
        InterferingCatalog.before(commit, interference);
      } else {
        InterferingCatalog.after(commit, interference);
      }
    }
  }

  @BeforeEach
  void openTarget() {
    target =
        new TargetFixture(folder)
            .catalogProperty("catalog-impl", InterferingCatalog.class.getName());
  }

  @AfterEach
  void stopInterfering() {
    InterferingCatalog.reset();
  }

  private MigrationSpec spec(Map<String, Object> writeOptions) {
    MigrationSpec plain = target.spec(builder -> builder.writeOptions(writeOptions));
    return plain.toBuilder()
        .source(plain.source().toBuilder().from(new Bound.Commit(0)).build())
        .build();
  }

  private RunResult run(MigrationSpec spec) {
    RunResult result =
        new RunExecution(
                spec, it -> source, RunExecution.CHANGES_PER_UNIT, event -> {}, new Cancellation())
            .run();
    assertThat(result.error()).isEmpty();
    return result;
  }

  @ParameterizedTest
  @EnumSource(Fault.class)
  void rowsThatCannotBeAppliedAreKeptOnceAndWithoutLeftovers(Fault fault) throws IOException {
    source.commit(insert(1L, "a"), insert(null, "b"));
    // The first commit creates their table.
    fault.at(2);

    RunResult result = run(spec(Map.of("dead_letter", "lake.failed")));

    assertThat(result.rows().deadLetter()).isEqualTo(1);
    assertThat(deadLetters()).singleElement().asString().contains("equality column id is null");
    assertThat(target.rows()).containsExactly("{\"id\":1,\"name\":\"a\"}");
  }

  @ParameterizedTest
  @EnumSource(Fault.class)
  void theirTableIsCreatedOnce(Fault fault) throws IOException {
    source.commit(insert(1L, "a"), insert(null, "b"));
    fault.at(1);

    run(spec(Map.of("dead_letter", "lake.failed")));

    assertThat(deadLetters()).hasSize(1);
  }

  /** The rows of the dead letter table, all of whose files are part of some snapshot. */
  private List<String> deadLetters() throws IOException {
    Catalog catalog = target.catalog();
    try (Stream<Path> files = Files.walk(folder.resolve("lake/lake/failed/data"))) {
      Table table = catalog.loadTable(DEAD_LETTERS);
      Set<String> used = new TreeSet<>();
      for (Snapshot snapshot : table.snapshots()) {
        SnapshotChanges.builderFor(table)
            .snapshot(snapshot)
            .build()
            .addedDataFiles()
            .forEach(file -> used.add(Path.of(file.location()).getFileName().toString()));
      }
      List<String> written =
          files
              .filter(Files::isRegularFile)
              .map(file -> file.getFileName().toString())
              .filter(name -> !name.endsWith(".crc"))
              .toList();
      assertThat(written).containsExactlyInAnyOrderElementsOf(used);
      return TargetFixture.rows(table);
    } finally {
      TargetFixture.close(catalog);
    }
  }

  @ParameterizedTest
  @EnumSource(Fault.class)
  void columnsAreAlteredOnceAndThatIsReported(Fault fault) {
    Catalog catalog = target.catalog();
    ((SupportsNamespaces) catalog).createNamespace(Namespace.of("lake"));
    catalog.createTable(TableIdentifier.parse(TargetFixture.TABLE), SCHEMA.select("id"));
    TargetFixture.close(catalog);
    source.commit(insert(1L, "a"));
    fault.at(1);

    RunResult result =
        run(spec(Map.of()).toBuilder().schemaChanges(SchemaChanges.ADDITIVE).build());

    assertThat(result.alterations())
        .containsExactly("ALTER TABLE lake.lake.people ADD COLUMN name string");
    assertThat(target.rows()).containsExactly("{\"id\":1,\"name\":\"a\"}");
  }

  @ParameterizedTest
  @EnumSource(Fault.class)
  void aTableForRowsOfAProgramIsCreatedOnce(Fault fault) {
    fault.at(1);

    try (TargetTable created =
        TargetTable.openOrCreate(
            target.spec(builder -> builder).target(),
            () ->
                new TableDefinition(
                    SCHEMA, PartitionSpec.unpartitioned(), SortOrder.unsorted(), Map.of()))) {
      assertThat(created.schema().sameSchema(SCHEMA)).isTrue();
    }
  }

  @Test
  void aNamespaceIsCreatedOnceTheDatabaseIsFree() {
    source.commit(insert(1L, "a"));
    InterferingCatalog.beforeNamespace(catalog -> InterferingCatalog.busy());

    run(spec(Map.of()));

    assertThat(target.rows()).containsExactly("{\"id\":1,\"name\":\"a\"}");
  }
}
