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
package dev.tributary.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tributary.catalog.Catalogs;
import dev.tributary.errors.SourceException;
import dev.tributary.errors.TargetException;
import dev.tributary.fixture.ExpectedTables;
import dev.tributary.fixture.ExpectedTables.ExpectedTable;
import dev.tributary.fixture.ExpectedTables.Format;
import dev.tributary.fixture.IcebergWriter;
import dev.tributary.metrics.SnapshotMetrics;
import dev.tributary.metrics.TargetMetrics;
import dev.tributary.run.Cancellation;
import dev.tributary.run.MigrationRun;
import dev.tributary.run.RunResult;
import dev.tributary.run.RunResult.Status;
import dev.tributary.spec.Bound;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.SourceSpec;
import dev.tributary.spec.SourceSpec.SourceFormat;
import dev.tributary.spec.TargetSpec;
import dev.tributary.verify.Verification.Kind;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VerifierTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.optional(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "name", Types.StringType.get()));

  @TempDir private Path folder;

  @Test
  void runThenVerifyMatchesAtTheCommittedPosition() {
    IcebergWriter source = source();
    DataFile first = source.append(source.row(1L, "a"), source.row(2L, "b"));
    source.delete(first, List.of(0L), source.row(1L, "A"));
    MigrationSpec spec = spec(icebergSource(), "id");
    run(spec);
    String committed = Long.toString(source.table().currentSnapshot().snapshotId());
    source.append(source.row(3L, "not migrated yet"));

    Verification verification = Verifier.verify(spec, rows -> {});

    assertThat(verification.match()).isTrue();
    assertThat(verification.sourceRows()).isEqualTo(2);
    assertThat(verification.targetRows()).isEqualTo(2);
    assertThat(verification.position().commitId()).isEqualTo(committed);
  }

  @Test
  void changeThatSomeoneElseMadeToTheTargetIsFound() {
    IcebergWriter source = source();
    source.append(source.row(1L, "a"), source.row(2L, "b"));
    MigrationSpec spec = spec(icebergSource(), "id");
    run(spec);
    IcebergWriter target = new IcebergWriter(target());
    target.append(target.row(9L, "stray"));

    Verification verification = Verifier.verify(spec, rows -> {});

    assertThat(verification.match()).isFalse();
    assertThat(verification.unexpected()).isEqualTo(1);
    assertThat(verification.examples())
        .singleElement()
        .satisfies(e -> assertThat(e.kind()).isEqualTo(Kind.UNEXPECTED));
  }

  @ParameterizedTest
  @CsvSource({"name, 0", "id, 2"})
  void rowsThatAKeyCannotTellApartAreMissing(String key, long missing) {
    ExpectedTables.assumePresent();
    ExpectedTable table = ExpectedTables.read(Format.DELTA, "cdf-table-non-partitioned");
    SourceSpec source =
        SourceSpec.builder(SourceFormat.DELTA, table.location().toString())
            .from(new Bound.Commit(1))
            .build();
    MigrationSpec spec = spec(source, key);

    RunResult result = run(spec);
    Verification verification = Verifier.verify(spec, rows -> {});

    assertThat(result.rows().replacedInserts()).hasValue(missing);
    assertThat(verification.match()).isEqualTo(missing == 0);
    assertThat(verification.missing()).isEqualTo(missing);
    assertThat(verification.unexpected()).isZero();
    assertThat(verification.different()).isZero();
    assertThat(verification.sourceRows()).isEqualTo(11);
    assertThat(verification.examples())
        .extracting(e -> e.source().orElseThrow().getField("id").toString())
        .hasSize((int) missing)
        .containsAnyElementsOf(missing == 0 ? List.of() : List.of("1", "2"));
  }

  @Test
  void metricsOfATargetShowItsVectorsAndPositions() {
    IcebergWriter source = source();
    DataFile first = source.append(source.row(1L, "a"), source.row(2L, "b"), source.row(3L, "c"));
    long loaded = source.table().currentSnapshot().snapshotId();
    source.delete(first, List.of(0L));
    SourceSpec lastCommit =
        icebergSource().toBuilder()
            .from(new Bound.Commit(source.table().currentSnapshot().snapshotId()))
            .build();
    MigrationSpec spec = spec(lastCommit, "id");
    run(spec);

    List<SnapshotMetrics> metrics = TargetMetrics.read(spec.target());

    assertThat(metrics).hasSize(2);
    assertThat(metrics.get(0).position()).contains(Long.toString(loaded));
    assertThat(metrics.get(0).liveRows()).hasValue(3);
    assertThat(metrics.get(1).liveRows()).hasValue(2);
    assertThat(metrics.get(1).deletionVectorFiles()).isEqualTo(1);
    assertThat(metrics.get(1).deletionVectorPositions()).isEqualTo(1);
    assertThat(metrics.get(1).deletedRows()).hasValue(1);
  }

  @Test
  void targetThatDoesNotExistIsRefused() {
    source();

    assertThatThrownBy(() -> Verifier.verify(spec(icebergSource(), "id"), rows -> {}))
        .isInstanceOf(TargetException.class)
        .hasMessageContaining("lake.t does not exist");
    assertThatThrownBy(() -> TargetMetrics.read(spec(icebergSource(), "id").target()))
        .isInstanceOf(TargetException.class)
        .hasMessageContaining("lake.t does not exist");
  }

  @Test
  void targetWithoutProgressIsRefused() {
    source();
    Catalog catalog = catalog();
    ((SupportsNamespaces) catalog).createNamespace(Namespace.of("lake"));
    catalog.createTable(TableIdentifier.of("lake", "t"), SCHEMA, PartitionSpec.unpartitioned());

    assertThatThrownBy(() -> Verifier.verify(spec(icebergSource(), "id"), rows -> {}))
        .isInstanceOf(TargetException.class)
        .hasMessageContaining("no progress");
  }

  @Test
  void targetOfAnotherSourceIsRefused() {
    IcebergWriter source = source();
    source.append(source.row(1L, "a"));
    run(spec(icebergSource(), "id"));
    IcebergWriter.create(folder.resolve("source"), "other", SCHEMA, 3);
    SourceSpec other = icebergSource().toBuilder().table("db.other").build();

    assertThatThrownBy(() -> Verifier.verify(spec(other, "id"), rows -> {}))
        .isInstanceOf(TargetException.class)
        .hasMessageContaining("another source");
  }

  @Test
  void expiredSourceStateIsNamed() {
    IcebergWriter source = source();
    source.append(source.row(1L, "a"));
    MigrationSpec spec = spec(icebergSource(), "id");
    run(spec);
    long committed = source.table().currentSnapshot().snapshotId();
    source.append(source.row(2L, "b"));
    source.table().expireSnapshots().expireSnapshotId(committed).commit();

    assertThatThrownBy(() -> Verifier.verify(spec, rows -> {}))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining(Long.toString(committed));
  }

  private static RunResult run(MigrationSpec spec) {
    RunResult result = MigrationRun.run(spec, event -> {}, new Cancellation());
    assertThat(result.status()).as("%s", result.error()).isEqualTo(Status.SUCCEEDED);
    return result;
  }

  private IcebergWriter source() {
    return IcebergWriter.create(folder.resolve("source"), "t", SCHEMA, 3);
  }

  private SourceSpec icebergSource() {
    return SourceSpec.builder(SourceFormat.ICEBERG, "db.t")
        .catalogProperties(IcebergWriter.catalogProperties(folder.resolve("source")))
        .build();
  }

  private MigrationSpec spec(SourceSpec source, String key) {
    return MigrationSpec.builder(
            "test",
            source,
            TargetSpec.builder("lake.t")
                .catalogProperties(lake())
                .tableProperties(Map.of("format-version", "3"))
                .equalityColumns(List.of(key))
                .build())
        .build();
  }

  private Map<String, String> lake() {
    return Map.of(
        "type",
        "jdbc",
        "uri",
        "jdbc:sqlite:" + folder.resolve("catalog.db"),
        "warehouse",
        folder.resolve("lake").toUri().toString());
  }

  private Catalog catalog() {
    return Catalogs.open(Optional.empty(), lake(), Map.of());
  }

  private Table target() {
    return catalog().loadTable(TableIdentifier.of("lake", "t"));
  }
}
