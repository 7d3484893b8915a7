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
import java.util.stream.Collectors;

/**
 * Rows of a kind in Spark's SQL. Each row depends on its {@code id}, which tells it from the
 * others, and on a seed alone.
 */
public interface Shape {

  /** Names of the columns, in their order; the first one is {@code id}. */
  List<String> names();

  /** Names and types of the columns, as CREATE TABLE has them. */
  String columns();

  /** Values of the columns, in their order, as expressions over {@code id}. */
  List<String> values();

  /**
   * The assignments of an UPDATE to a row {@code t}, that change it each time.
   *
   * @param round makes updates differ
   */
  String changed(int round);

  /** The columns as expressions that Spark can hash. */
  default List<String> hashable() {
    return names();
  }

  /**
   * A query of rows.
   *
   * @param from first id
   * @param to end of the ids, exclusive
   * @param files into which a table gets them
   */
  default String rows(long from, long to, int files) {
    StringBuilder query = new StringBuilder("SELECT ");
    for (int i = 0; i < names().size(); i++) {
      query
          .append(i == 0 ? "" : ", ")
          .append(values().get(i))
          .append(" AS ")
          .append(names().get(i));
    }
    return query + String.format(" FROM range(%d, %d, 1, %d)", from, to, files);
  }

  /**
   * A query of the number of rows, as {@code rows}, and of a sum over hashes of whole rows, as
   * {@code checksum}: equal for the same rows in any order, and hardly ever for others.
   *
   * @param relation a table, or a query in brackets
   */
  default String fingerprint(String relation) {
    // The hash passes over nulls, so that it has to be told of them.
    String hashed =
        hashable().stream()
            .map(value -> value + ", isnull(" + value + ")")
            .collect(Collectors.joining(", "));
    return String.format(
        "SELECT count(*) AS rows, CAST(coalesce(sum(CAST(xxhash64(%s) AS DECIMAL(38,0))), 0)"
            + " AS STRING) AS checksum FROM %s",
        hashed, relation);
  }
}
