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
package dev.tributary.target;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.rows.KeyCodec;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.BucketUtil;
import org.junit.jupiter.api.Test;

class KeyRangesTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.optional(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "code", Types.StringType.get()));
  private static final PartitionSpec NONE = PartitionSpec.unpartitioned();

  /** Keys that are all in one chunk. */
  private record OneChunk(KeySet set) implements KeyChunks {
    @Override
    public int count() {
      return 1;
    }

    @Override
    public KeySet load(int chunk) {
      return set;
    }

    @Override
    public long firstKey(int chunk) {
      return 0;
    }
  }

  private static KeyRanges ranges(String column, Object... values) {
    KeyCodec codec = new KeyCodec(SCHEMA, List.of(column));
    KeySet.Builder keys = new KeySet.Builder();
    for (Object value : values) {
      Record row = GenericRecord.create(SCHEMA);
      row.setField(column, value);
      keys.add(codec.key(row).bytes());
    }
    return KeyRanges.of(
        new OneChunk(keys.build()), SCHEMA, KeyCodec.fields(SCHEMA, List.of(column)));
  }

  private static DataFile file(int field, Object lower, Object upper, long nulls) {
    Type type = SCHEMA.findType(field);
    return DataFiles.builder(NONE)
        .withPath("file.parquet")
        .withFileSizeInBytes(10)
        .withMetrics(
            new Metrics(
                10L,
                Map.of(),
                Map.of(field, 10L),
                Map.of(field, nulls),
                Map.of(),
                lower == null ? Map.of() : Map.of(field, bound(type, lower)),
                upper == null ? Map.of() : Map.of(field, bound(type, upper))))
        .build();
  }

  private static ByteBuffer bound(Type type, Object value) {
    return Conversions.toByteBuffer(type, value);
  }

  @Test
  void aFileBetweenTheKeysIsLeftOut() {
    KeyRanges ranges = ranges("id", 5L, 100L);

    assertThat(ranges.mayHoldKeys(file(1, 0L, 4L, 0), NONE)).isFalse();
    assertThat(ranges.mayHoldKeys(file(1, 6L, 99L, 0), NONE)).isFalse();
    assertThat(ranges.mayHoldKeys(file(1, 101L, 200L, 0), NONE)).isFalse();
    assertThat(ranges.mayHoldKeys(file(1, 5L, 5L, 0), NONE)).isTrue();
    assertThat(ranges.mayHoldKeys(file(1, 50L, 100L, 0), NONE)).isTrue();
  }

  @Test
  void aFileWithoutBoundsIsRead() {
    assertThat(ranges("id", 5L).mayHoldKeys(file(1, null, null, 0), NONE)).isTrue();
    assertThat(ranges("id", 5L).mayHoldKeys(file(1, null, null, 10), NONE)).isFalse();
  }

  @Test
  void aNullKeyMayBeInAnyFileWithNulls() {
    KeyRanges ranges = ranges("id", (Object) null);

    assertThat(ranges.mayHoldKeys(file(1, 1L, 9L, 1), NONE)).isTrue();
    assertThat(ranges.mayHoldKeys(file(1, 1L, 9L, 0), NONE)).isFalse();
  }

  @Test
  void boundsOfTextMayBeCutOff() {
    KeyRanges ranges = ranges("code", "banana");

    assertThat(ranges.mayHoldKeys(file(2, "ba", "bb", 0), NONE)).isTrue();
    assertThat(ranges.mayHoldKeys(file(2, "c", "d", 0), NONE)).isFalse();
  }

  @Test
  void partitionsThatFollowFromTheKeyAreLeftOut() {
    PartitionSpec byBucket = PartitionSpec.builderFor(SCHEMA).bucket("id", 64).build();
    KeyRanges ranges = ranges("id", 5L);
    int bucket = (BucketUtil.hash(5L) & Integer.MAX_VALUE) % 64;

    assertThat(ranges.mayHoldKeys(inPartition(byBucket, "id_bucket=" + bucket), byBucket)).isTrue();
    assertThat(ranges.mayHoldKeys(inPartition(byBucket, "id_bucket=" + (bucket ^ 1)), byBucket))
        .isFalse();
  }

  @Test
  void partitionsThatDoNotFollowFromTheKeyAreRead() {
    PartitionSpec byCode = PartitionSpec.builderFor(SCHEMA).identity("code").build();

    assertThat(ranges("id", 5L).mayHoldKeys(inPartition(byCode, "code=x"), byCode)).isTrue();
    assertThat(ranges("code", "x").mayHoldKeys(inPartition(byCode, "code=x"), byCode)).isTrue();
    assertThat(ranges("code", "y").mayHoldKeys(inPartition(byCode, "code=x"), byCode)).isFalse();
  }

  private static DataFile inPartition(PartitionSpec spec, String path) {
    return DataFiles.builder(spec)
        .withPath("file.parquet")
        .withFileSizeInBytes(10)
        .withRecordCount(10)
        .withPartitionPath(path)
        .build();
  }
}
