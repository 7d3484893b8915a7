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
package dev.tributary.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tributary.errors.TargetException;
import dev.tributary.fixture.IcebergWriter;
import dev.tributary.target.Progress;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TargetMetricsTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "name", Types.StringType.get()));

  @TempDir private Path warehouse;

  @Test
  void mergedVectorsAreCountedOnceAndLeaveTheLiveRows() {
    IcebergWriter writer = writer("vectors", 3);
    DataFile first = append(writer, 1, 2, 3, 4);
    append(writer, 5, 6);
    writer.delete(first, List.of(0L));
    writer.delete(first, List.of(2L), writer.row(7L, "x"));

    List<SnapshotMetrics> metrics = SnapshotReader.read(writer.table());

    assertThat(metrics).extracting(m -> m.totalRows().getAsLong()).containsExactly(4L, 6L, 6L, 7L);
    assertThat(metrics).extracting(m -> m.liveRows().getAsLong()).containsExactly(4L, 6L, 5L, 5L);
    assertThat(metrics).extracting(SnapshotMetrics::dataFiles).containsExactly(1L, 2L, 2L, 3L);
    assertThat(metrics)
        .extracting(SnapshotMetrics::deletionVectorFiles)
        .containsExactly(0L, 0L, 1L, 1L);
    assertThat(metrics)
        .extracting(SnapshotMetrics::deletionVectorPositions)
        .containsExactly(0L, 0L, 1L, 2L);
    assertThat(metrics)
        .extracting(m -> m.addedRows().getAsLong(), m -> m.deletedRows().getAsLong())
        .containsExactly(tuple(4, 0), tuple(2, 0), tuple(0, 1), tuple(1, 1));
    DeleteFile vector =
        writer.table().currentSnapshot().addedDeleteFiles(writer.table().io()).iterator().next();
    assertThat(metrics.get(3).deletionVectorBytes()).isEqualTo(vector.contentSizeInBytes());
    assertThat(metrics.get(0).dataBytes()).isEqualTo(first.fileSizeInBytes());
    assertThat(metrics).extracting(SnapshotMetrics::operation).startsWith("append", "append");
  }

  @Test
  void positionDeleteFilesOfVersion2AreCountedApart() {
    IcebergWriter writer = writer("positions", 2);
    DataFile file = append(writer, 1, 2, 3);
    writer.delete(file, List.of(1L));

    SnapshotMetrics last = last(writer);

    assertThat(last.positionDeleteFiles()).isEqualTo(1);
    assertThat(last.deletionVectorFiles()).isZero();
    assertThat(last.liveRows()).hasValue(2);
    assertThat(last.deletedRows()).hasValue(1);
  }

  @Test
  void deletesOfADataFileThatIsGoneTakeNoLiveRows() {
    IcebergWriter writer = writer("dangling", 2);
    DataFile file = append(writer, 1, 2, 3);
    writer.delete(file, List.of(1L));
    writer.overwrite(List.of(file), writer.row(1L, "x"), writer.row(3L, "x"));

    SnapshotMetrics last = last(writer);

    assertThat(last.positionDeleteFiles()).isEqualTo(1);
    assertThat(last.totalRows()).hasValue(2);
    assertThat(last.liveRows()).hasValue(2);
  }

  @Test
  void equalityDeletesMakeLiveRowsUnknown() {
    IcebergWriter writer = writer("equality", 2);
    append(writer, 1, 2, 3);
    writer.deleteWhere("id", 2L);

    SnapshotMetrics last = last(writer);

    assertThat(last.equalityDeleteFiles()).isEqualTo(1);
    assertThat(last.totalRows()).hasValue(3);
    assertThat(last.liveRows()).isEqualTo(OptionalLong.empty());
    assertThat(last.deletedRows()).isEqualTo(OptionalLong.empty());
  }

  @Test
  void ourOwnCommitsCarryTheirSourcePosition() {
    IcebergWriter writer = writer("progress", 3);
    append(writer, 1);
    writer.table().newAppend().set(Progress.COMMITTED_THROUGH, "42").commit();

    assertThat(SnapshotReader.read(writer.table()))
        .extracting(SnapshotMetrics::position)
        .containsExactly(Optional.empty(), Optional.of("42"));
  }

  @Test
  void manifestsSeenBeforeAreNotReadAgain() throws IOException {
    IcebergWriter writer = writer("cached", 3);
    append(writer, 1);
    List<SnapshotMetrics> before = SnapshotReader.read(writer.table());
    Path manifest =
        Path.of(
            URI.create(
                writer.table().currentSnapshot().allManifests(writer.table().io()).get(0).path()));
    append(writer, 2);
    Files.delete(manifest);

    List<SnapshotMetrics> after = SnapshotReader.read(writer.table());

    assertThat(after.get(0)).isEqualTo(before.get(0));
    assertThat(after.get(1).totalRows()).hasValue(2);
  }

  @Test
  void lostManifestIsNamed() throws IOException {
    IcebergWriter writer = writer("lost", 3);
    append(writer, 1);
    String path = writer.table().currentSnapshot().allManifests(writer.table().io()).get(0).path();
    Files.delete(Path.of(URI.create(path)));

    assertThatThrownBy(() -> SnapshotReader.read(writer.table()))
        .isInstanceOf(TargetException.class)
        .hasMessageContaining(path);
  }

  @Test
  void tableWithoutSnapshotsHasNoMetrics() {
    assertThat(SnapshotReader.read(writer("empty", 3).table())).isEmpty();
  }

  private IcebergWriter writer(String name, int formatVersion) {
    return IcebergWriter.create(warehouse, name, SCHEMA, formatVersion);
  }

  private static DataFile append(IcebergWriter writer, long... ids) {
    return writer.append(
        Arrays.stream(ids).mapToObj(id -> writer.row(id, "name " + id)).toArray(Record[]::new));
  }

  private static SnapshotMetrics last(IcebergWriter writer) {
    List<SnapshotMetrics> metrics = SnapshotReader.read(writer.table());
    return metrics.get(metrics.size() - 1);
  }

  private static Tuple tuple(long added, long deleted) {
    return Tuple.tuple(added, deleted);
  }
}
