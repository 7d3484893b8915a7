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

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** Keeps values that never change, least recently used ones until a total weight. Thread-safe. */
final class BoundedCache<K, V> {
  private final Map<K, V> values = new LinkedHashMap<>(16, 0.75f, true);
  private final long mostWeight;
  private final ToLongFunction<V> weigher;
  private long weight;

  BoundedCache(long mostWeight, ToLongFunction<V> weigher) {
    this.mostWeight = mostWeight;
    this.weigher = weigher;
  }

  synchronized Optional<V> find(K key) {
    return Optional.ofNullable(values.get(key));
  }

  synchronized void put(K key, V value) {
    V previous = values.put(key, value);
    weight += weigher.applyAsLong(value);
    weight -= previous == null ? 0 : weigher.applyAsLong(previous);
    Iterator<V> eldest = values.values().iterator();
    while (weight > mostWeight && values.size() > 1) {
      weight -= weigher.applyAsLong(eldest.next());
      eldest.remove();
    }
  }
}
