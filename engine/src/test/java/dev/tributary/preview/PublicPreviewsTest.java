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
package dev.tributary.preview;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.changes.ChangeKind;
import dev.tributary.fixture.ExpectedTables;
import dev.tributary.fixture.ExpectedTables.ExpectedState;
import dev.tributary.fixture.ExpectedTables.ExpectedTable;
import dev.tributary.fixture.ExpectedTables.Format;
import dev.tributary.fixture.RowText;
import dev.tributary.spec.Bound;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.SourceSpec;
import dev.tributary.spec.SourceSpec.SourceFormat;
import dev.tributary.spec.TargetSpec;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Previews of tables of public projects equal the change rows of an independent reader. */
class PublicPreviewsTest {
  private static final int ALL = 100_000;

  @BeforeAll
  static void tablesArePresent() {
    ExpectedTables.assumePresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cdf-table",
        "cdf-table-partitioned",
        "cdf-table-non-partitioned",
        "cdf-table-data-change",
        "cdf-table-delete-unconditional",
        "cdf-table-delete-conditional-all-rows",
        "cdf-column-mapping-name-mode",
        "cdf-column-mapping-id-mode",
        "rs-cdc_ict_table",
        "trino-trino_cdc_table",
        "trino-deltalake_deletion_vector_pages"
      })
  void changesOfADeltaTableAreThoseOfItsFeed(String name) {
    ExpectedTable table = ExpectedTables.read(Format.DELTA, name);
    List<ExpectedState> stated =
        table.states().stream().filter(state -> state.feed().isPresent()).toList();
    assertThat(stated).isNotEmpty();
    for (ExpectedState state : stated) {
      Preview preview = preview(table, SourceFormat.DELTA, state);

      assertThat(preview.truncated()).isFalse();
      assertThat(preview.rows())
          .allSatisfy(row -> assertThat(row.commitId()).isEqualTo(state.id()));
      assertThat(
              preview.rows().stream().map(row -> deltaWord(row.kind()) + " " + text(preview, row)))
          .as("version %s", state.id())
          .containsExactlyInAnyOrderElementsOf(state.feed().get());
      assertThat(preview.counts().orElseThrow().values().stream().mapToLong(n -> n).sum())
          .isEqualTo(state.feed().get().size());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "impala-v2_delete_positional",
        "impala-v2_positional_update_all_rows",
        "cxx-granular_deletes",
        "cxx-dangling_deletes",
        "impala-v3_row_lineage",
        "duck-v1_upgraded_to_v3",
        "impala-partitioned"
      })
  void changesOfAnIcebergTableAreWhatItsSnapshotsAddAndRemove(String name) {
    ExpectedTable table = ExpectedTables.read(Format.ICEBERG, name);
    for (ExpectedState state : table.states()) {
      Preview preview = preview(table, SourceFormat.ICEBERG, state);

      assertThat(rows(preview, ChangeKind.INSERT))
          .as("inserted by %s", state.id())
          .containsExactlyInAnyOrderElementsOf(state.inserted().orElseThrow());
      assertThat(rows(preview, ChangeKind.DELETE))
          .as("deleted by %s", state.id())
          .containsExactlyInAnyOrderElementsOf(state.deleted().orElseThrow());
      assertThat(preview.rows())
          .hasSize(state.inserted().get().size() + state.deleted().get().size());
    }
  }

  private static Preview preview(ExpectedTable table, SourceFormat format, ExpectedState state) {
    Bound commit = new Bound.Commit(Long.parseLong(state.id()));
    SourceSpec source =
        SourceSpec.builder(format, table.location().toString())
            .pathRewrites(table.pathRewrites())
            .from(commit)
            .to(commit)
            .build();
    return Previews.read(
        MigrationSpec.builder("test", source, TargetSpec.builder("lake.t").build()).build(),
        Preview.View.RAW,
        ALL);
  }

  private static List<String> rows(Preview preview, ChangeKind kind) {
    return preview.rows().stream()
        .filter(row -> row.kind() == kind)
        .map(row -> text(preview, row))
        .toList();
  }

  private static String text(Preview preview, Preview.Row row) {
    return RowText.of(preview.schema().asStruct(), row.values());
  }

  private static String deltaWord(ChangeKind kind) {
    return switch (kind) {
      case INSERT -> "insert";
      case DELETE -> "delete";
      case UPDATE_BEFORE -> "update_preimage";
      case UPDATE_AFTER -> "update_postimage";
    };
  }
}
