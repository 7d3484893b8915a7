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
package dev.tributary.benchmark.workload;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tributary.benchmark.data.Orders;
import dev.tributary.benchmark.engine.Spark;
import java.util.List;

/**
 * What tells the rows of one table from those of another: their number, and a sum of hashes over
 * all values.
 */
public record Fingerprint(long rows, String checksum) {

  /** Of a table, or of a query in brackets, as Spark reads it. */
  static Fingerprint of(Spark.Warm judge, String relation, List<String> columns) {
    JsonNode row = judge.row(Orders.fingerprint(relation, columns));
    return new Fingerprint(row.path("rows").asLong(), row.path("checksum").asText());
  }

  /**
   * Requires that a table has the same rows.
   *
   * @throws IllegalStateException when it has others
   */
  void require(Spark.Warm judge, String table, List<String> columns) {
    Fingerprint found = of(judge, table, columns);
    if (!found.equals(this)) {
      throw new IllegalStateException(
          String.format("%s is to have %s, and has %s", table, this, found));
    }
  }
}
