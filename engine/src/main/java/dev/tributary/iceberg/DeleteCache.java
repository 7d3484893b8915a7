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

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Loaded deletes that many data files share, bounded by their estimated size. May be used from
 * several threads.
 */
final class DeleteCache {
  private static final long MAX_BYTES = 64L << 20;

  private final Map<Object, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;

  /** What was put under the key, if it is still there. */
  synchronized Optional<Object> get(Object key) {
    return Optional.ofNullable(entries.get(key)).map(Entry::value);
  }

  /** Keeps a value, in place of those that were used least recently; too large ones it does not. */
  synchronized void put(Object key, Object value, long valueBytes) {
    if (valueBytes > MAX_BYTES || entries.containsKey(key)) {
      return;
    }
    entries.put(key, new Entry(value, valueBytes));
    bytes += valueBytes;
    Iterator<Entry> eldest = entries.values().iterator();
    while (bytes > MAX_BYTES) {
      bytes -= eldest.next().bytes();
      eldest.remove();
    }
  }

  private record Entry(Object value, long bytes) {}
}
