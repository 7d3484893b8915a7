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
import java.util.stream.Collectors;

/**
 * A table of orders in Spark's SQL: a long key, strings, a decimal, a timestamp, and a note of 40
 * characters that hardly compresses. Each row depends on its id and the seed alone.
 *
 * @param rows ids from 0 to here, exclusive
 * @param seed of all values
 */
public record Orders(long rows, long seed) {
  /** The column that tells rows apart. */
  public static final String KEY = "id";

  /** Name and type of each column. */
  public static final String COLUMNS =
      "id BIGINT, customer STRING, status STRING, amount DECIMAL(12,2), ordered_at TIMESTAMP,"
          + " note STRING";

  /** Names of the columns, in their order. */
  public static final List<String> NAMES =
      List.of("id", "customer", "status", "amount", "ordered_at", "note");

  /** Files of a table that was written at once; a table of some days has several. */
  private static final int FILES = 8;

  /** A query of all rows. */
  public String query() {
    return query(0, rows, FILES);
  }

  /** A query of new rows, after all others. */
  public String newRows(long from, long to) {
    return query(rows + from, rows + to, 1);
  }

  private String query(long from, long to, int files) {
    return String.format(
        Locale.ROOT,
        "SELECT id, concat('customer-', lpad(%s, 6, '0')) AS customer,"
            + " element_at(array('open', 'paid', 'returned', 'shipped'), CAST(1 + %s AS INT))"
            + " AS status, CAST(%s / 100 AS DECIMAL(12,2)) AS amount,"
            + " timestamp_micros(1767225600000000 + 1000000 * %s) AS ordered_at,"
            + " sha1(concat_ws('-', id, %d)) AS note FROM range(%d, %d, 1, %d)",
        hash(1, 100_000),
        hash(2, 4),
        hash(3, 10_000_000),
        hash(4, 31_536_000),
        seed,
        from,
        to,
        files);
  }

  /**
   * A query of ids in an order that looks like chance, as {@code id} and, counted from 0, {@code
   * slot}.
   */
  public String shuffledIds(long count) {
    return String.format(
        Locale.ROOT,
        "SELECT id, row_number() OVER (ORDER BY place, id) - 1 AS slot FROM (SELECT id,"
            + " xxhash64(id, %dL, 0) AS place FROM range(%d) ORDER BY place, id LIMIT %d)",
        seed,
        rows,
        count);
  }

  private String hash(int column, long values) {
    return String.format(Locale.ROOT, "pmod(xxhash64(id, %dL, %d), %d)", seed, column, values);
  }

  /**
   * A query of the number of rows, as {@code rows}, and of a sum over hashes of whole rows, as
   * {@code checksum}: equal for the same rows in any order, and hardly ever for others.
   *
   * @param relation a table, or a query in brackets
   */
  public static String fingerprint(String relation, List<String> columns) {
    // The hash passes over nulls, so that it has to be told of them.
    String values =
        columns.stream()
            .map(name -> name + ", isnull(" + name + ")")
            .collect(Collectors.joining(", "));
    return String.format(
        "SELECT count(*) AS rows, CAST(coalesce(sum(CAST(xxhash64(%s) AS DECIMAL(38,0))), 0)"
            + " AS STRING) AS checksum FROM %s",
        values, relation);
  }
}
