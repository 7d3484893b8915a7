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

import dev.tributary.errors.TargetException;
import dev.tributary.history.Position;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Progress as string properties. */
final class ProgressProperties {
  private ProgressProperties() {}

  static Map<String, String> write(Progress progress) {
    Map<String, String> properties = new HashMap<>();
    properties.put(Progress.SOURCE_ID, progress.sourceId());
    properties.put(Progress.COMMITTED_THROUGH, progress.committedThrough().commitId());
    properties.put(
        Progress.COMMITTED_SEQUENCE, Long.toString(progress.committedThrough().sequence()));
    properties.put(Progress.RUN_ID, progress.runId());
    if (!progress.commitHash().isEmpty()) {
      properties.put(Progress.COMMITTED_HASH, progress.commitHash());
    }
    return properties;
  }

  static Optional<Progress> read(Map<String, String> properties) {
    if (!properties.containsKey(Progress.SOURCE_ID)
        && !properties.containsKey(Progress.COMMITTED_THROUGH)) {
      return Optional.empty();
    }
    String sequence = required(properties, Progress.COMMITTED_SEQUENCE);
    try {
      return Optional.of(
          new Progress(
              required(properties, Progress.SOURCE_ID),
              new Position(
                  required(properties, Progress.COMMITTED_THROUGH), Long.parseLong(sequence)),
              properties.getOrDefault(Progress.COMMITTED_HASH, ""),
              required(properties, Progress.RUN_ID)));
    } catch (NumberFormatException e) {
      throw new TargetException(
          String.format(
              "The target's property %s is '%s', which is not a number. Restore it, or drop the"
                  + " target and load it afresh.",
              Progress.COMMITTED_SEQUENCE, sequence),
          e);
    }
  }

  private static String required(Map<String, String> properties, String key) {
    String value = properties.get(key);
    if (value == null) {
      throw new TargetException(
          String.format(
              "The target's progress is incomplete: the property %s is missing beside %s. Restore"
                  + " it, or drop the target and load it afresh.",
              key,
              properties.keySet().stream()
                  .filter(name -> name.startsWith("tributary."))
                  .sorted()
                  .toList()));
    }
    return value;
  }
}
