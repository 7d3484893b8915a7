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

import java.util.List;
import java.util.Locale;

/**
 * Orders: a long key, strings, a decimal, a timestamp, and a note of 40 characters, more than half
 * of which look like chance.
 *
 * @param seed of all values
 */
public record Orders(long seed) implements Shape {

  @Override
  public List<String> names() {
    return List.of("id", "customer", "status", "amount", "ordered_at", "note");
  }

  @Override
  public String columns() {
    return "id BIGINT, customer STRING, status STRING, amount DECIMAL(12,2), ordered_at TIMESTAMP,"
        + " note STRING";
  }

  @Override
  public List<String> values() {
    return List.of(
        "id",
        "concat('customer-', lpad(" + hash(1, 100_000) + ", 6, '0'))",
        "element_at(array('open', 'paid', 'returned', 'shipped'), CAST(1 + "
            + hash(2, 4)
            + " AS INT))",
        "CAST(" + hash(3, 10_000_000) + " / 100 AS DECIMAL(12,2))",
        "timestamp_micros(1767225600000000 + 1000000 * " + hash(4, 31_536_000) + ")",
        note("concat_ws('-', id, " + seed + ")"));
  }

  @Override
  public String changed(int round) {
    return String.format(
        Locale.ROOT,
        "status = 'changed %1$d', amount = t.amount + %1$d, note = %2$s",
        round,
        note("concat(t.note, " + round + ")"));
  }

  private static String note(String source) {
    return "concat('a note in words, ', left(sha1(" + source + "), 23))";
  }

  private String hash(int column, long values) {
    return String.format(Locale.ROOT, "pmod(xxhash64(id, %dL, %d), %d)", seed, column, values);
  }
}
