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
package dev.tributary.benchmark.data;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Orders with an area, by which their table is partitioned: orders that follow on each other are of
 * one area.
 *
 * @param seed of all values
 * @param rowsPerArea how many orders an area has
 */
public record AreaOrders(long seed, long rowsPerArea) implements Shape {

  @Override
  public List<String> names() {
    List<String> names = new ArrayList<>(orders().names());
    names.add("area");
    return names;
  }

  @Override
  public String columns() {
    return orders().columns() + ", area INT";
  }

  @Override
  public List<String> values() {
    List<String> values = new ArrayList<>(orders().values());
    values.add(String.format(Locale.ROOT, "CAST(id DIV %d AS INT)", rowsPerArea));
    return values;
  }

  @Override
  public String changed(int round) {
    return orders().changed(round);
  }

  private Orders orders() {
    return new Orders(seed);
  }
}
