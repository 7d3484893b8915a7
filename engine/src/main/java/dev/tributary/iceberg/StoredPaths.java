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
package dev.tributary.iceberg;

import dev.tributary.catalog.PathRewrites;
import java.io.Serializable;

/**
 * Compares the paths by which deletes name data files. In a table that was moved, deletes may go on
 * naming the old place; taken literally, they would delete nothing, silently.
 */
record StoredPaths(PathRewrites rewrites, String tableLocation) implements Serializable {

  /** The file's identity, equal for both sides if both are rewritten to the same place. */
  String key(String stored) {
    return rewrites.place(stored);
  }

  /**
   * Whether a delete that names {@code named}, which is no file of the table, must have meant the
   * data file {@code stored}: the same path within the table, elsewhere.
   */
  boolean moved(String named, String stored) {
    String within = within(stored);
    return !key(named).equals(key(stored)) && named.endsWith(within);
  }

  /** The rewrite that would make a delete's path meet the data file's, as the spec states it. */
  String missingRewrite(String named, String stored) {
    String within = within(stored);
    String now = rewrites.rewrite(stored);
    return String.format(
        "{from: \"%s\", to: \"%s\"}",
        named.substring(0, named.length() - within.length()),
        now.endsWith(within) ? now.substring(0, now.length() - within.length()) : now);
  }

  /** The path below the table's location, with its leading slash. */
  private String within(String stored) {
    String root = tableLocation.endsWith("/") ? tableLocation : tableLocation + "/";
    if (stored.startsWith(root)) {
      return stored.substring(root.length() - 1);
    }
    int host = stored.indexOf("://");
    int path = host < 0 ? stored.indexOf('/') : stored.indexOf('/', host + 3);
    return path < 0 ? "/" + stored : stored.substring(path);
  }
}
