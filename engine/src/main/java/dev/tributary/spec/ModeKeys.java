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

import dev.tributary.spec.TargetSpec.DeleteStrategy;
import dev.tributary.spec.TargetSpec.WriteMode;
import java.util.List;

/** Which keys of a target have a meaning in which of its modes. */
final class ModeKeys {
  private static final List<String> NOT_FOR_APPEND =
      List.of(
          "equality_columns",
          "null_keys",
          "delete_strategy",
          "upsert",
          "change_type_map",
          "num_shards",
          "shards_per_partition",
          "allowed_lateness_seconds",
          "token_heartbeat_seconds",
          "sorter_memory_mb");

  private ModeKeys() {}

  /** Keys that a target with this mode may not have, whatever their value. */
  static List<String> meaningless(WriteMode mode) {
    return mode == WriteMode.APPEND ? NOT_FOR_APPEND : List.of();
  }

  /** Whether a target with this mode can mark deleted rows so. */
  static boolean fits(DeleteStrategy strategy, WriteMode mode) {
    return mode != WriteMode.COPY_ON_WRITE || strategy != DeleteStrategy.EQUALITY;
  }
}
