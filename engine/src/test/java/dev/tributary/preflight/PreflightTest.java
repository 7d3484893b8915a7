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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tributary.catalog.Catalogs;
import dev.tributary.errors.Area;
import dev.tributary.errors.MappingException;
import dev.tributary.errors.SourceException;
import dev.tributary.errors.SpecException;
import dev.tributary.errors.TargetException;
import dev.tributary.fixture.ExpectedTables;
import dev.tributary.fixture.ExpectedTables.Format;
import dev.tributary.fixture.IcebergWriter;
import dev.tributary.preflight.Finding.Severity;
import dev.tributary.run.Cancellation;
import dev.tributary.run.MigrationRun;
import dev.tributary.spec.Bound;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.SourceSpec;
import dev.tributary.spec.SourceSpec.SourceFormat;
import dev.tributary.spec.TargetSpec;
import dev.tributary.spec.TargetSpec.NullKeys;
import dev.tributary.target.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PreflightTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.optional(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "name", Types.StringType.get()),
          Types.NestedField.optional(3, "price", Types.DoubleType.get()));

  @TempDir private Path folder;

  private IcebergWriter source;

  @BeforeEach
  void writeSource() {
    source = IcebergWriter.create(folder.resolve("source"), "t", SCHEMA, 2);
    source.append(source.row(1L, "a", 1.0), source.row(2L, "b", 2.0));
    source.append(source.row(3L, "c", 3.0));
  }

  @Test
  void goodSpecIsReadyAndLeavesNothingBehind() throws IOException {
    MigrationSpec spec = spec();

    List<Finding> heard = new ArrayList<>();
    PreflightReport report = Preflight.check(spec, heard::add);

    assertThat(report.ok()).isTrue();
    assertThat(heard).isEqualTo(report.findings());
    assertThat(severities(report))
        .doesNotContainValue(Severity.WARNING)
        .containsKeys(
            "source-readable",
            "range",
            "initial-load",
            "mapping",
            "equality-columns",
            "equality-columns-unique",
            "equality-columns-nulls",
            "target-catalog",
            "target-table",
            "target-format-version",
            "target-writable");
    assertThat(message(report, "target-table"))
        .isEqualTo("Will be created: id long not null, name string, price double");
    assertThat(message(report, "equality-columns-unique")).startsWith("Unique in all 3 rows");
    assertThat(files(folder.resolve("lake"))).isEmpty();
    assertThatCode(() -> Preflight.requireRunnable(spec)).doesNotThrowAnyException();
    assertThat(files(folder.resolve("lake"))).isEmpty();
  }

  @Test
  void partitionsOfTheTableToBeCreatedAreListed() {
    MigrationSpec spec = spec();
    MigrationSpec partitioned =
        spec.toBuilder()
            .target(spec.target().toBuilder().partitionFields(List.of("bucket(id, 4)")).build())
            .build();

    PreflightReport report = Preflight.check(partitioned, finding -> {});

    assertThat(report.ok()).isTrue();
    assertThat(message(report, "target-table")).endsWith("; partitioned by bucket[4](id)");
  }

  @Test
  void columnOfTheSourcesOwnThatIsNamedLikeAChangeTypeTellsNothing() {
    Schema named =
        new Schema(
            Types.NestedField.optional(1, "id", Types.LongType.get()),
            Types.NestedField.optional(2, "_change_type", Types.StringType.get()));
    IcebergWriter writer = IcebergWriter.create(folder.resolve("named"), "t", named, 2);
    writer.append(writer.row(1L, "a"));
    MigrationSpec spec = spec();
    MigrationSpec appends =
        spec.toBuilder()
            .source(SourceSpec.builder(SourceFormat.ICEBERG, writer.table().location()).build())
            .target(
                spec.target().toBuilder()
                    .mode(TargetSpec.WriteMode.APPEND)
                    .equalityColumns(List.of())
                    .build())
            .build();

    assertThat(message(Preflight.check(appends, finding -> {}), "append"))
        .startsWith("Inserted rows and new images of updated rows are appended");
  }

  @Test
  void hadoopCatalogOnALocalDiskIsWarnedOfAndNothingIsLeftBehind() throws IOException {
    MigrationSpec spec = inHadoopCatalog(spec());

    PreflightReport report = Preflight.check(spec, finding -> {});

    assertThat(report.ok()).isTrue();
    assertThat(severities(report)).containsEntry("catalog-concurrency", Severity.WARNING);
    assertThat(files(folder.resolve("lake"))).isEmpty();
  }

  @Test
  void missingSourceIsOneErrorAndTheRestIsNotedOnce() {
    MigrationSpec spec = spec();
    MigrationSpec missing =
        spec.toBuilder().source(spec.source().toBuilder().table("db.nothing").build()).build();

    PreflightReport report = Preflight.check(missing, finding -> {});

    assertThat(errors(report)).extracting(Finding::id).containsExactly("source-readable");
    assertThat(errors(report).get(0).area()).isEqualTo(Area.SOURCE);
    assertThat(message(report, "not-checked")).contains("the range, the mapping");
    assertThatThrownBy(() -> Preflight.requireRunnable(missing))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("db.nothing");
  }

  @Test
  void absentStartIsAnErrorOfTheRange() {
    MigrationSpec spec = spec();
    MigrationSpec absent =
        spec.toBuilder()
            .source(spec.source().toBuilder().from(new Bound.Commit(42)).build())
            .build();

    PreflightReport report = Preflight.check(absent, finding -> {});

    assertThat(errors(report)).extracting(Finding::id).containsExactly("range");
    assertThat(errors(report).get(0).area()).isEqualTo(Area.RANGE);
    assertThat(errors(report).get(0).message()).contains("42");
    assertThat(severities(report)).containsKeys("mapping", "target-writable");
  }

  @Test
  void absentEqualityColumnIsAnErrorOfTheMapping() {
    PreflightReport report = Preflight.check(withKey("nope"), finding -> {});

    assertThat(errors(report))
        .singleElement()
        .satisfies(
            e -> {
              assertThat(e.area()).isEqualTo(Area.MAPPING);
              assertThat(e.message()).contains("'nope'");
            });
    assertThatThrownBy(() -> Preflight.requireRunnable(withKey("nope")))
        .isInstanceOf(MappingException.class);
  }

  @Test
  void unreadableChangesAreFoundEvenWhenTheMappingIsWrong() {
    ExpectedTables.assumePresent();
    Path withoutFeed = ExpectedTables.location(Format.DELTA, "golden-dv-with-columnmapping");
    MigrationSpec spec =
        withKey("nope").toBuilder()
            .source(
                SourceSpec.builder(SourceFormat.DELTA, withoutFeed.toString())
                    .from(new Bound.Commit(0))
                    .build())
            .build();

    PreflightReport report = Preflight.check(spec, finding -> {});

    assertThat(errors(report))
        .extracting(Finding::id)
        .containsExactly("mapping", "changes-readable");
    assertThat(errors(report).get(1).message()).contains("Version 0");
    assertThat(message(report, "not-checked")).contains("unique and never null");
  }

  @Test
  void nothingNewIsNoErrorAndReadsNoKeys() {
    MigrationSpec spec = spec();
    MigrationRun.run(spec, event -> {}, new Cancellation());

    PreflightReport report = Preflight.check(spec, finding -> {});

    assertThat(report.ok()).isTrue();
    assertThat(message(report, "range")).startsWith("Nothing new");
    assertThat(severities(report)).doesNotContainKey("equality-columns-unique");
  }

  @Test
  void equalityColumnOfDoubleTypeIsRefused() {
    PreflightReport report = Preflight.check(withKey("price"), finding -> {});

    assertThat(errors(report))
        .singleElement()
        .satisfies(
            e -> {
              assertThat(e.area()).isEqualTo(Area.MAPPING);
              assertThat(e.message()).contains("'price'").contains("double");
            });
  }

  @Test
  void tableCannotBeCreatedWithoutEqualityColumns() {
    PreflightReport report = Preflight.check(withKey(), finding -> {});

    assertThat(errors(report)).extracting(Finding::id).containsExactly("equality-columns");
  }

  @Test
  void duplicateAndNullKeysOfTheLoadedStateAreErrors() {
    source.append(source.row(3L, "c again", 3.0), source.row(null, "d", 4.0));

    PreflightReport report = Preflight.check(spec(), finding -> {});

    assertThat(errors(report))
        .extracting(Finding::id)
        .containsExactly("equality-columns-nulls", "equality-columns-unique");
    assertThat(message(report, "equality-columns-unique"))
        .contains("1 key occurs more than once, for example id=3 in 2 rows");
    assertThat(message(report, "equality-columns-nulls"))
        .contains("Equality column id is null in 1 row");
  }

  @Test
  void nullKeysThatMatchAreFine() {
    source.append(source.row(null, "d", 4.0));
    MigrationSpec spec = spec();
    MigrationSpec matching =
        spec.toBuilder().target(spec.target().toBuilder().nullKeys(NullKeys.MATCH).build()).build();

    assertThat(Preflight.check(matching, finding -> {}).ok()).isTrue();
  }

  @Test
  void duplicatesThatOnlyTheRangeBringsAreAWarning() {
    long first = source.table().currentSnapshot().snapshotId();
    source.append(source.row(3L, "c again", 3.0));
    MigrationSpec spec = spec();
    MigrationSpec lastCommitOnly =
        spec.toBuilder()
            .source(
                spec.source().toBuilder()
                    .from(new Bound.Commit(source.table().currentSnapshot().snapshotId()))
                    .build())
            .build();

    PreflightReport report = Preflight.check(lastCommitOnly, finding -> {});

    assertThat(report.ok()).isTrue();
    assertThat(message(report, "initial-load")).contains(Long.toString(first));
    assertThat(report.findings())
        .filteredOn(f -> f.id().equals("equality-columns-unique"))
        .extracting(Finding::severity)
        .containsExactly(Severity.INFO, Severity.WARNING);
  }

  @Test
  void targetFolderThatCannotBeWrittenIsNamed() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "not a folder");
    MigrationSpec spec = spec();
    MigrationSpec blocked =
        spec.toBuilder()
            .target(spec.target().toBuilder().catalogProperties(jdbc(file.resolve("lake"))).build())
            .build();

    PreflightReport report = Preflight.check(blocked, finding -> {});

    assertThat(errors(report)).extracting(Finding::id).containsExactly("target-writable");
    assertThat(errors(report).get(0).message()).contains(file.toString());
    assertThat(errors(report).get(0).area()).isEqualTo(Area.TARGET);
    assertThatThrownBy(() -> Preflight.requireRunnable(blocked))
        .isInstanceOf(TargetException.class)
        .hasMessageContaining(file.toString());
    assertThat(file).hasContent("not a folder");
  }

  @Test
  void unknownTypeOfCatalogIsAnErrorAlsoWhereItsDatabaseIsMissing() {
    Map<String, String> properties = new TreeMap<>(jdbc(folder.resolve("lake")));
    properties.put("type", "wat");
    MigrationSpec spec = spec();
    MigrationSpec unknown =
        spec.toBuilder()
            .target(spec.target().toBuilder().catalogProperties(properties).build())
            .build();

    PreflightReport report = Preflight.check(unknown, finding -> {});

    assertThat(errors(report)).extracting(Finding::id).containsExactly("target-catalog");
    assertThat(errors(report).get(0).message()).contains("Unknown catalog type 'wat'");
    assertThat(folder.resolve("lake")).doesNotExist();
  }

  @Test
  void sourceWithoutCommitsIsNoError() {
    IcebergWriter.create(folder.resolve("empty"), "t", SCHEMA, 2);
    MigrationSpec spec = spec();
    MigrationSpec empty =
        spec.toBuilder()
            .source(
                spec.source().toBuilder()
                    .catalogProperties(IcebergWriter.catalogProperties(folder.resolve("empty")))
                    .build())
            .build();

    PreflightReport report = Preflight.check(empty, finding -> {});

    assertThat(report.ok()).isTrue();
    assertThat(message(report, "not-checked"))
        .startsWith("The source has no commits yet, so these were not checked: ");
  }

  @Test
  void targetWithOtherColumnsIsAnErrorWithTheStatementThatHelps() {
    Schema fewer =
        new Schema(
            List.of(
                Types.NestedField.required(1, "id", Types.LongType.get()),
                Types.NestedField.optional(2, "name", Types.StringType.get())),
            Set.of(1));
    createTarget(fewer, Map.of("format-version", "3"));

    PreflightReport report = Preflight.check(spec(), finding -> {});

    assertThat(errors(report))
        .singleElement()
        .satisfies(
            e -> {
              assertThat(e.id()).isEqualTo("target-schema");
              assertThat(e.subject()).isEqualTo("lake.t.price");
              assertThat(e.fix().orElseThrow()).contains("ALTER TABLE").contains("price");
            });
  }

  @Test
  void targetOfFormatVersion1IsRefused() {
    createTarget(keyed(), Map.of("format-version", "1"));

    PreflightReport report = Preflight.check(spec(), finding -> {});

    assertThat(errors(report)).extracting(Finding::id).containsExactly("target-format-version");
  }

  @Test
  void targetThatFollowsAnotherSourceIsRefused() {
    Table table = createTarget(keyed(), Map.of("format-version", "3"));
    table
        .updateProperties()
        .set(Progress.SOURCE_ID, "another")
        .set(Progress.COMMITTED_THROUGH, "1")
        .set(Progress.COMMITTED_SEQUENCE, "1")
        .set(Progress.RUN_ID, "run")
        .commit();

    PreflightReport report = Preflight.check(spec(), finding -> {});

    assertThat(errors(report)).extracting(Finding::id).containsExactly("target-progress");
    assertThat(errors(report).get(0).message()).contains("another");
  }

  @Test
  void targetWithRowsButNoProgressIsAWarning() {
    createTarget(keyed(), Map.of("format-version", "3"));
    IcebergWriter target = new IcebergWriter(openTarget());
    target.append(target.row(1L, "a", 1.0));

    PreflightReport report = Preflight.check(spec(), finding -> {});

    assertThat(report.ok()).isTrue();
    assertThat(severities(report)).containsEntry("initial-load", Severity.WARNING);
  }

  @Test
  void formatVersionThatCannotDeleteRowsIsNotCreated() {
    MigrationSpec spec = spec();
    MigrationSpec versionOne =
        spec.toBuilder()
            .target(
                spec.target().toBuilder().tableProperties(Map.of("format-version", "1")).build())
            .build();

    assertThat(errors(Preflight.check(versionOne, finding -> {})))
        .extracting(Finding::id)
        .containsExactly("target-table");
  }

  @Test
  void whatThisReleaseCannotRunIsRefusedNotIgnored() {
    MigrationSpec spec = spec();
    MigrationSpec sharded =
        spec.toBuilder()
            .target(
                spec.target().toBuilder().writeOptions(Map.of("shards_per_partition", 2)).build())
            .build();

    assertThat(errors(Preflight.check(sharded, finding -> {})))
        .extracting(Finding::id)
        .containsExactly("spec-supported");
    assertThatThrownBy(() -> Preflight.requireRunnable(sharded))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("target.shards_per_partition");
  }

  @Test
  void bigLakeIsWarnedOfWhatItDoesNotSupportInVersion3() {
    Findings findings = Findings.collecting(finding -> {});
    TargetSpec bigLake =
        TargetSpec.builder("lake.t")
            .catalogProperties(
                Map.of("type", "rest", "uri", "https://biglake.googleapis.com/iceberg/v1"))
            .build();
    Schema schema =
        new Schema(
            Types.NestedField.optional(1, "id", Types.LongType.get()),
            Types.NestedField.optional(2, "at", Types.TimestampNanoType.withZone()));

    new CatalogLimits(bigLake, findings).formatVersion(3, schema);

    assertThat(findings.report().findings())
        .allMatch(f -> f.severity() == Severity.WARNING && f.id().equals("catalog-limits"))
        .extracting(Finding::subject)
        .containsExactly("lake.t", "at");
  }

  private MigrationSpec spec() {
    return withKey("id");
  }

  private MigrationSpec withKey(String... key) {
    return MigrationSpec.builder(
            "test",
            SourceSpec.builder(SourceFormat.ICEBERG, "db.t")
                .catalogProperties(IcebergWriter.catalogProperties(folder.resolve("source")))
                .build(),
            TargetSpec.builder("lake.t")
                .catalogProperties(jdbc(folder.resolve("lake")))
                .tableProperties(Map.of("format-version", "3"))
                .equalityColumns(List.of(key))
                .build())
        .build();
  }

  private MigrationSpec inHadoopCatalog(MigrationSpec spec) {
    return spec.toBuilder()
        .target(
            spec.target().toBuilder()
                .catalogProperties(IcebergWriter.catalogProperties(folder.resolve("lake")))
                .build())
        .build();
  }

  private static Map<String, String> jdbc(Path lake) {
    return Map.of(
        "type",
        "jdbc",
        "uri",
        "jdbc:sqlite:" + lake.resolve("catalog.db"),
        "warehouse",
        lake.resolve("warehouse").toUri().toString());
  }

  private static Schema keyed() {
    return new Schema(
        List.of(
            Types.NestedField.required(1, "id", Types.LongType.get()),
            Types.NestedField.optional(2, "name", Types.StringType.get()),
            Types.NestedField.optional(3, "price", Types.DoubleType.get())),
        Set.of(1));
  }

  private Table createTarget(Schema schema, Map<String, String> properties) {
    Catalog catalog = catalog();
    ((SupportsNamespaces) catalog).createNamespace(Namespace.of("lake"));
    return catalog.createTable(
        TableIdentifier.of("lake", "t"), schema, PartitionSpec.unpartitioned(), properties);
  }

  private Table openTarget() {
    return catalog().loadTable(TableIdentifier.of("lake", "t"));
  }

  private Catalog catalog() {
    return Catalogs.open(Optional.empty(), jdbc(folder.resolve("lake")), Map.of());
  }

  private static List<Finding> errors(PreflightReport report) {
    return report.findings().stream().filter(f -> f.severity() == Severity.ERROR).toList();
  }

  private static Map<String, Severity> severities(PreflightReport report) {
    Map<String, Severity> severities = new TreeMap<>();
    report.findings().forEach(f -> severities.merge(f.id(), f.severity(), PreflightTest::worse));
    return severities;
  }

  private static Severity worse(Severity left, Severity right) {
    return left.compareTo(right) < 0 ? left : right;
  }

  private static String message(PreflightReport report, String id) {
    return report.findings().stream()
        .filter(f -> f.id().equals(id))
        .map(Finding::message)
        .findFirst()
        .orElseThrow();
  }

  private static List<Path> files(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      return files.toList();
    }
  }

  @Test
  void aFilterThatNamesNoColumnIsAnErrorBeforeTheRun() {
    MigrationSpec spec = spec();
    MigrationSpec filtering =
        spec.toBuilder().source(spec.source().toBuilder().filter("idd > 5").build()).build();
    MigrationSpec broken =
        spec.toBuilder().source(spec.source().toBuilder().filter("id >").build()).build();

    assertThat(errors(Preflight.check(filtering, finding -> {})))
        .extracting(Finding::message)
        .allSatisfy(message -> assertThat(message).contains("did you mean 'id'?"))
        .isNotEmpty();
    assertThat(errors(Preflight.check(broken, finding -> {})))
        .extracting(Finding::message)
        .first()
        .asString()
        .contains("source.filter 'id >' is no condition in SQL");
  }
}
