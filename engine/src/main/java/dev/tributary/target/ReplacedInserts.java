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

import java.util.Map;

/**
 * How many inserts met a row with the same key, over all units of a target: a lasting mark, as what
 * it says of the equality columns does not end with the run that met them.
 */
public final class ReplacedInserts {
  /** Snapshot summary key of the count of one unit. */
  public static final String OF_UNIT = "tributary.replaced-inserts";

  /** Table property of the count of all units. */
  public static final String OF_ALL = "tributary.replaced-inserts-total";

  private ReplacedInserts() {}

  /** The count of all units, as a table's properties state it. */
  public static long in(Map<String, String> properties) {
    return count(properties, OF_ALL);
  }

  /** What to set in a table with these properties when it gets a unit with this summary. */
  static Map<String, String> adding(Map<String, String> summary, Map<String, String> properties) {
    long ofUnit = count(summary, OF_UNIT);
    return ofUnit == 0 ? Map.of() : Map.of(OF_ALL, Long.toString(in(properties) + ofUnit));
  }

  private static long count(Map<String, String> values, String key) {
    try {
      return Long.parseLong(values.getOrDefault(key, "0"));
    } catch (NumberFormatException e) {
      // Somebody else's value: a mark is not worth a failure.
      return 0;
    }
  }
}
