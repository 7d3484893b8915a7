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
package dev.tributary.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tributary.errors.SpecException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CapabilitiesTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "source.include_metadata_columns | include_metadata_columns: [_commit_timestamp] | | ",
        "target.shards_per_partition | | shards_per_partition: 2 | ",
        "run.runner | | | run: {runner: flink}",
        "run.options | | | 'run: {options: {a: b}}'",
      })
  void whatCannotBeRunYetIsRefusedByName(String key, String source, String target, String top) {
    MigrationSpec spec = spec(source, target, top);

    assertThatThrownBy(() -> Capabilities.requireRunnable(spec))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("Key '" + key + "'")
        .hasMessageContaining("is not supported yet");
  }

  @Test
  void aLimitForDirectWritesNeedsRowsThatAreSentOn() {
    for (MigrationSpec spec :
        List.of(
            spec(null, "direct_write_byte_limit: 5", null),
            spec("streaming: true", "direct_write_byte_limit: 5", null),
            spec(null, "direct_write_byte_limit: 5\n  distribution_mode: hash", null))) {
      assertThatThrownBy(() -> Capabilities.requireRunnable(spec))
          .isInstanceOf(SpecException.class)
          .hasMessageContaining("'target.direct_write_byte_limit' with the value '5'")
          .hasMessageContaining("Set distribution_mode: hash and source.streaming: true");
    }
    assertThat(
            Capabilities.unsupported(
                spec(
                    "streaming: true",
                    "direct_write_byte_limit: 5\n  distribution_mode: hash",
                    null)))
        .isEmpty();
  }

  @Test
  void optionsThatSayWhatIsDoneAnywayAreFine() {
    MigrationSpec spec =
        spec(
            null,
            """
            sequence_number_column: _commit_version
              change_type_column: _change_type
              change_type_map: {insert: INSERT, update_preimage: UPDATE_BEFORE}
              upsert: false
              num_shards: 4
              sorter_memory_mb: 32
              sink_id: mine
              triggering_frequency_seconds: 5
              distribution_mode: none
              autosharding: false
              drop: [x]
              write_properties: {write.parquet.compression-codec: gzip}
              snapshot_properties: {team: shop}
            """,
            null);

    assertThat(Capabilities.unsupported(spec)).isEmpty();
    assertThat(Capabilities.remarks(spec))
        .containsOnlyKeys("triggering_frequency_seconds", "sink_id");
  }

  private static MigrationSpec spec(String source, String target, String top) {
    String yaml =
        """
        tributary: 1
        source:
          format: delta
          table: /data/orders
          %s
        target:
          table: lake.orders
          catalog_properties: {type: hadoop, warehouse: /data/lake}
          %s
        %s
        """;
    return Specs.parse(
        String.format(
            yaml,
            source == null ? "" : source,
            target == null ? "" : target,
            top == null ? "" : top),
        "x.yaml");
  }
}
