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

import dev.tributary.errors.SpecException;
import dev.tributary.spec.RunSpec.Runner;
import dev.tributary.spec.TargetSpec.WriteMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What this release can run; a spec may be valid and still ask for more. */
public final class Capabilities {
  /** What a Delta source calls its changes, and what they are. */
  private static final Map<String, String> DELTA_CHANGE_TYPES =
      Map.of(
          "insert", "INSERT",
          "delete", "DELETE",
          "update_preimage", "UPDATE_BEFORE",
          "update_postimage", "UPDATE_AFTER");

  private Capabilities() {}

  /** What the spec asks for that cannot be run yet, one sentence each; empty when all can. */
  public static List<String> unsupported(MigrationSpec spec) {
    List<String> found = new ArrayList<>();
    List<String> unstored = unstoredMetadata(spec);
    if (!unstored.isEmpty()) {
      found.add(
          refusal(
              "source.include_metadata_columns",
              String.join(", ", unstored),
              "only mode append stores it; remove it"));
    }
    spec.target().writeOptions().entrySet().stream()
        .filter(option -> !honoured(spec, option.getKey(), option.getValue()))
        .forEach(
            option ->
                found.add(
                    refusal(
                        "target." + option.getKey(),
                        String.valueOf(option.getValue()),
                        "remove it")));
    if (spec.target().directWriteBytes().isPresent() && !sparesShuffle(spec)) {
      found.add(
          String.format(
              "Key 'target.direct_write_byte_limit' with the value '%d' has no meaning here: it"
                  + " spares large bundles of a run that stays on the way to the writers of their"
                  + " partitions. Set distribution_mode: hash and source.streaming: true, or remove"
                  + " it.",
              spec.target().directWriteBytes().getAsLong()));
    }
    if (spec.run().runner() != Runner.LOCAL) {
      found.add(refusal("run.runner", Words.of(spec.run().runner()), "use local"));
    } else if (!spec.run().options().isEmpty()) {
      found.add(
          refusal("run.options", String.join(", ", spec.run().options().keySet()), "remove them"));
    }
    return List.copyOf(found);
  }

  /** Metadata columns that no row of the target would hold, and no change is told by. */
  private static List<String> unstoredMetadata(MigrationSpec spec) {
    return spec.target().mode() == WriteMode.APPEND
        ? List.of()
        : spec.source().metadataColumns().stream()
            .filter(column -> column != MetadataColumn.CHANGE_TYPE)
            .filter(column -> column != MetadataColumn.sequence(spec.source().format()))
            .map(MetadataColumn::columnName)
            .toList();
  }

  private static boolean sparesShuffle(MigrationSpec spec) {
    return spec.source().streaming()
        && spec.target().distribution() == TargetSpec.Distribution.HASH;
  }

  private static boolean honoured(MigrationSpec spec, String option, Object value) {
    return switch (option) {
      case "keep",
          "drop",
          "only",
          "distribution_mode",
          "autosharding",
          "direct_write_byte_limit",
          "write_properties",
          "snapshot_properties",
          "change_type_column",
          "sequence_number_column",
          "upsert",
          "dead_letter",
          "dead_letter_limit",
          "error_handling",
          "num_shards",
          "sorter_memory_mb",
          "triggering_frequency_seconds",
          "allowed_lateness_seconds",
          "sink_id",
          "token_heartbeat_seconds" ->
          true;
      case "shards_per_partition" ->
          value.equals(
              spec.target().writeOptions().getOrDefault("num_shards", TargetSpec.DEFAULT_SHARDS));
      case "change_type_map" ->
          spec.target()
                  .changeTypeColumn()
                  .filter(MetadataColumn.CHANGE_TYPE.columnName()::equals)
                  .isEmpty()
              || value instanceof Map<?, ?> map
                  && map.entrySet().stream()
                      .allMatch(
                          kind ->
                              kind.getValue().equals(kind.getKey())
                                  || kind.getValue().equals(DELTA_CHANGE_TYPES.get(kind.getKey())));
      default -> false;
    };
  }

  /** Write keys that change nothing here, or less than one may think, and why; by key. */
  public static Map<String, String> remarks(MigrationSpec spec) {
    Map<String, String> remarks = new LinkedHashMap<>();
    Map<String, Object> options = spec.target().writeOptions();
    if (options.containsKey("triggering_frequency_seconds") && !spec.source().streaming()) {
      remarks.put(
          "triggering_frequency_seconds", "Paces the commits of runs that stay on; this one ends");
    }
    if (options.containsKey("allowed_lateness_seconds")) {
      remarks.put(
          "allowed_lateness_seconds", "No change is late here, since commits are read in order");
    }
    if (options.containsKey("sink_id")) {
      remarks.put(
          "sink_id",
          "What was committed is known over restarts by the source's identity in the target");
    }
    if (options.containsKey("token_heartbeat_seconds")) {
      remarks.put(
          "token_heartbeat_seconds",
          "No empty commits are needed: progress is a table property, which outlives snapshots");
    }
    return remarks;
  }

  private static String refusal(String key, String value, String fix) {
    return String.format(
        "Key '%s' with the value '%s' is not supported yet: %s.", key, Secrets.redact(value), fix);
  }

  /**
   * Refuses a spec that asks for something that cannot be run yet, rather than ignoring it.
   *
   * @throws SpecException naming each such key
   */
  public static void requireRunnable(MigrationSpec spec) {
    List<String> unsupported = unsupported(spec);
    if (!unsupported.isEmpty()) {
      throw new SpecException(String.join(" ", unsupported));
    }
  }
}
