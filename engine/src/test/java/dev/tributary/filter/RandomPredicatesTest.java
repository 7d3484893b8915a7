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
package dev.tributary.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;

/** Random predicates over rows with nulls select the rows that an independent database selects. */
class RandomPredicatesTest {
  private static final int PREDICATES = Integer.getInteger("tributary.random-predicates", 3000);

  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "a", Types.IntegerType.get()),
          Types.NestedField.optional(3, "b", Types.LongType.get()),
          Types.NestedField.optional(4, "s", Types.StringType.get()),
          Types.NestedField.optional(5, "x", Types.DoubleType.get()));

  @Test
  void randomPredicatesSelectWhatSqliteSelects() throws SQLException {
    long seed = Long.getLong("tributary.seed", System.nanoTime());
    Random random = new Random(seed);
    List<Record> rows = rows(random);
    try (Connection database = DriverManager.getConnection("jdbc:sqlite::memory:");
        Statement statement = database.createStatement()) {
      fill(database, statement, rows);
      for (int i = 0; i < PREDICATES; i++) {
        String predicate = predicate(random, 4);
        assertThat(selected(predicate, rows))
            .as("seed %d, predicate %s", seed, predicate)
            .isEqualTo(expected(statement, predicate));
      }
    }
  }

  private static List<Record> rows(Random random) {
    List<Record> rows = new ArrayList<>();
    for (long id = 0; id < 60; id++) {
      GenericRecord row = GenericRecord.create(SCHEMA);
      row.set(0, id);
      row.set(1, random.nextInt(4) == 0 ? null : random.nextInt(5) - 2);
      row.set(2, random.nextInt(4) == 0 ? null : (long) random.nextInt(5) - 2);
      row.set(3, random.nextInt(4) == 0 ? null : word(random));
      row.set(4, random.nextInt(4) == 0 ? null : (random.nextInt(9) - 4) / 2.0);
      rows.add(row);
    }
    return rows;
  }

  private static String word(Random random) {
    StringBuilder word = new StringBuilder();
    for (int i = random.nextInt(4); i > 0; i--) {
      word.append("aB%_".charAt(random.nextInt(4)));
    }
    return word.toString();
  }

  private static void fill(Connection database, Statement statement, List<Record> rows)
      throws SQLException {
    statement.execute("PRAGMA case_sensitive_like = ON");
    statement.execute("CREATE TABLE t (id BIGINT, a INT, b BIGINT, s TEXT, x DOUBLE)");
    try (PreparedStatement insert =
        database.prepareStatement("INSERT INTO t VALUES (?, ?, ?, ?, ?)")) {
      for (Record row : rows) {
        for (int i = 0; i < 5; i++) {
          insert.setObject(i + 1, row.get(i));
        }
        insert.execute();
      }
    }
  }

  private static List<Long> expected(Statement statement, String predicate) throws SQLException {
    List<Long> ids = new ArrayList<>();
    try (ResultSet result =
        statement.executeQuery("SELECT id FROM t WHERE " + predicate + " ORDER BY id")) {
      while (result.next()) {
        ids.add(result.getLong(1));
      }
    }
    return ids;
  }

  private static List<Long> selected(String predicate, List<Record> rows) {
    Condition condition = Filters.bind(predicate, SCHEMA).rows(Optional.empty());
    return rows.stream()
        .filter(row -> condition.test(new RowContext(row, List.of())) == Truth.TRUE)
        .map(row -> (Long) row.get(0))
        .toList();
  }

  private static String predicate(Random random, int depth) {
    int choice = depth == 0 ? 4 + random.nextInt(9) : random.nextInt(13);
    return switch (choice) {
      case 0 -> "(" + predicate(random, depth - 1) + " AND " + predicate(random, depth - 1) + ")";
      case 1 -> "(" + predicate(random, depth - 1) + " OR " + predicate(random, depth - 1) + ")";
      case 2 -> "NOT (" + predicate(random, depth - 1) + ")";
      case 3 -> "(" + predicate(random, depth - 1) + ") IS " + truth(random);
      case 4 -> column(random) + " " + order(random) + " " + number(random);
      case 5 -> number(random) + " " + order(random) + " " + column(random);
      case 6 -> column(random) + " " + order(random) + " " + column(random);
      case 7 -> "s " + order(random) + " '" + word(random) + "'";
      case 8 ->
          column(random) + (random.nextBoolean() ? " IN (" : " NOT IN (") + list(random) + ")";
      case 9 ->
          column(random)
              + (random.nextBoolean() ? " BETWEEN " : " NOT BETWEEN ")
              + number(random)
              + " AND "
              + number(random);
      case 10 -> anyColumn(random) + (random.nextBoolean() ? " IS NULL" : " IS NOT NULL");
      case 11 ->
          "s"
              + (random.nextBoolean() ? " LIKE '" : " NOT LIKE '")
              + word(random)
              + (random.nextBoolean() ? "'" : "!%' ESCAPE '!'");
      default ->
          column(random)
              + (random.nextBoolean() ? " IS DISTINCT FROM " : " IS NOT DISTINCT FROM ")
              + (random.nextBoolean() ? column(random) : number(random));
    };
  }

  private static String truth(Random random) {
    return List.of("TRUE", "FALSE", "NOT TRUE", "NOT FALSE").get(random.nextInt(4));
  }

  private static String order(Random random) {
    return List.of("=", "<>", "<", "<=", ">", ">=").get(random.nextInt(6));
  }

  private static String column(Random random) {
    return List.of("a", "b", "x").get(random.nextInt(3));
  }

  private static String anyColumn(Random random) {
    return random.nextBoolean() ? "s" : column(random);
  }

  private static String number(Random random) {
    return List.of("-1", "0", "1", "2", "0.5", "-1.5", "1e0", "NULL").get(random.nextInt(8));
  }

  private static String list(Random random) {
    StringBuilder list = new StringBuilder(number(random));
    for (int i = random.nextInt(4); i > 0; i--) {
      list.append(", ").append(number(random));
    }
    return list.toString();
  }
}
