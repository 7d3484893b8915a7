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
package dev.tributary.scan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** Keeps the smallest of many values. Safe for use by several threads. */
public final class FirstRows<T> {
  private final long most;
  private final Comparator<T> order;
  private final PriorityQueue<T> kept;

  /**
   * @param most number of values to keep
   * @param order total, so that the same values are kept whatever the order in which they come
   */
  public FirstRows(long most, Comparator<T> order) {
    this.most = most;
    this.order = order;
    this.kept = new PriorityQueue<>(Collections.reverseOrder(order));
  }

  /** Adds a value; it stays while it is among the smallest. */
  public synchronized void add(T value) {
    if (kept.size() < most) {
      kept.add(value);
    } else if (most > 0 && order.compare(value, kept.peek()) < 0) {
      kept.remove();
      kept.add(value);
    }
  }

  /** The kept values in order. */
  public synchronized List<T> inOrder() {
    List<T> sorted = new ArrayList<>(kept);
    sorted.sort(order);
    return sorted;
  }
}
