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

import static dev.tributary.fixture.WrittenTable.row;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.fixture.WrittenTable;
import dev.tributary.iceberg.IcebergSource;
import dev.tributary.source.ReadPlan;
import dev.tributary.source.SourceTable;
import dev.tributary.spec.SourceSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Function;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of which no row passes the filter are not read, and no row is missing for that. */
class PrunedFilesTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "region", Types.StringType.get()),
          Types.NestedField.optional(3, "amount", Types.DoubleType.get()),
          Types.NestedField.optional(4, "due", Types.DateType.get()),
          Types.NestedField.optional(5, "made", Types.TimestampType.withoutZone()),
          Types.NestedField.optional(6, "paid", Types.BooleanType.get()));
  private static final PartitionSpec BY_REGION =
      PartitionSpec.builderFor(SCHEMA).identity("region").build();

  @TempDir Path folder;

  private static Object[] order(long id, String region, Double amount) {
    return row(id, region, amount, null, null, null);
  }

  /** What is read with a filter. */
  private record Read(int files, List<String> rows) {}

  private static Read read(
      WrittenTable table,
      String filter,
      Function<SourceTable, SourceTable> opened,
      Function<SourceTable, ReadPlan> plan) {
    SourceSpec spec = table.spec().toBuilder().filter(filter).build();
    try (SourceTable source = FilteredSource.of(spec, it -> opened.apply(IcebergSource.open(it)))) {
      ReadPlan planned = plan.apply(source);
      return new Read(planned.tasks().size(), WrittenTable.text(planned));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ReadPlan state(SourceTable source) {
    return source.planState(source.range().end().orElseThrow(), List.of());
  }

  private static ReadPlan changes(SourceTable source) {
    return source.planChanges(source.range(), List.of());
  }

  /** The same table, told of no files to leave out. */
  private static SourceTable unpruned(SourceTable source) {
    return (SourceTable)
        Proxy.newProxyInstance(
            PrunedFilesTest.class.getClassLoader(),
            new Class<?>[] {SourceTable.class},
            (proxy, method, arguments) -> {
              if (arguments != null && arguments.length == 3) {
                return SourceTable.class
                    .getMethod(
                        method.getName(),
                        method.getParameterTypes()[0],
                        method.getParameterTypes()[1])
                    .invoke(source, arguments[0], arguments[1]);
              }
              return method.invoke(source, arguments);
            });
  }

  private WrittenTable threeFiles() {
    WrittenTable table = WrittenTable.create(folder, 3, SCHEMA, BY_REGION);
    table.append(order(1, "north", 1.0), order(2, "north", 2.0));
    table.append(order(3, "south", 10.0), order(4, "south", 20.0));
    table.append(order(5, null, null), order(6, null, null));
    return table;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "region = 'south'",
        "region <> 'north'",
        "region IN ('east', 'south')",
        "NOT region = 'north'",
        "amount > 2",
        "9.5 < amount",
        "amount BETWEEN 15 AND 16 OR amount = 20",
        "id > 2 AND amount IS NOT NULL",
        "region LIKE 's%' AND id BETWEEN 3 AND 4",
        "(amount > 5) IS TRUE"
      })
  void onlyTheFileThatMayHoldRowsIsRead(String filter) {
    WrittenTable table = threeFiles();

    Read state = read(table, filter, it -> it, PrunedFilesTest::state);

    assertThat(state.files()).isEqualTo(1);
    assertThat(state.rows())
        .isNotEmpty()
        .isEqualTo(read(table, filter, PrunedFilesTest::unpruned, PrunedFilesTest::state).rows());
    assertThat(read(table, filter, it -> it, PrunedFilesTest::changes).files()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "amount IS NULL",
        "region IS NOT DISTINCT FROM NULL",
        "(amount > 5) IS NOT TRUE AND id > 4",
        "region IS NULL"
      })
  void nullsAreLookedForWhereTheyMayBe(String filter) {
    WrittenTable table = threeFiles();

    Read state = read(table, filter, it -> it, PrunedFilesTest::state);

    assertThat(state.rows()).hasSize(2);
    assertThat(state.files()).isLessThan(4);
  }

  @Test
  void rowsThatCrossTheBorderAreToldFromTheOneFileThatIsRead() {
    WrittenTable table = WrittenTable.create(folder, 3, SCHEMA, PartitionSpec.unpartitioned());
    DataFile out = table.append(order(1, "a", 1.0));
    DataFile in = table.append(order(2, "b", 10.0));
    table.overwrite(out, order(1, "a", 11.0));
    table.overwrite(in, order(2, "b", 2.0));

    Read changes = read(table, "amount > 5", it -> it, PrunedFilesTest::changes);

    // Neither the first file's insert, nor that it went, nor the row that left.
    assertThat(changes.files()).isEqualTo(3);
    assertThat(changes.rows())
        .containsExactly(
            "1 +2,b,10.0,null,null,null",
            "2 +1,a,11.0,null,null,null",
            "3 -2,b,10.0,null,null,null");
  }

  @Test
  void aNumberThatIsNoneIsNotOverlooked() {
    WrittenTable table = WrittenTable.create(folder, 3, SCHEMA, PartitionSpec.unpartitioned());
    table.append(order(1, "a", 1.0), order(2, "b", Double.NaN));

    assertThat(read(table, "amount > 5", it -> it, PrunedFilesTest::state).rows()).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(
      value = FileFormat.class,
      names = {"PARQUET", "ORC", "AVRO"})
  void randomFiltersReadTheSameRowsFromFewerFiles(FileFormat format) {
    long seed = Long.getLong("tributary.seed", System.nanoTime());
    Random random = new Random(seed);
    WrittenTable table = WrittenTable.create(folder, 3, SCHEMA, BY_REGION).format(format);
    List<DataFile> files = new ArrayList<>();
    for (int commit = 0; commit < 10; commit++) {
      String region = random.nextInt(4) == 0 ? null : "r" + random.nextInt(3);
      Object[][] rows = new Object[1 + random.nextInt(4)][];
      int base = random.nextInt(20);
      for (int i = 0; i < rows.length; i++) {
        rows[i] = randomRow(random, region, base);
      }
      if (files.size() > 2 && random.nextInt(3) == 0) {
        files.add(table.overwrite(files.remove(random.nextInt(files.size())), rows));
      } else {
        files.add(table.append(rows));
      }
    }
    table.delete(files.get(0), 0);

    int left = 0;
    for (int i = 0; i < 60; i++) {
      String filter = predicate(random, 2);
      for (Function<SourceTable, ReadPlan> plan :
          List.<Function<SourceTable, ReadPlan>>of(
              PrunedFilesTest::state, PrunedFilesTest::changes)) {
        Read pruned = read(table, filter, it -> it, plan);
        Read whole = read(table, filter, PrunedFilesTest::unpruned, plan);
        assertThat(pruned.rows()).as("seed %d, %s", seed, filter).isEqualTo(whole.rows());
        left += whole.files() - pruned.files();
      }
    }
    assertThat(left).as("seed %d", seed).isPositive();
  }

  private static Object[] randomRow(Random random, String region, int base) {
    int value = base + random.nextInt(4);
    return row(
        (long) value,
        region,
        random.nextInt(4) == 0 ? null : random.nextInt(9) == 0 ? Double.NaN : value / 2.0,
        random.nextInt(4) == 0 ? null : LocalDate.of(2026, 1, 1 + value),
        random.nextInt(4) == 0 ? null : LocalDateTime.of(2026, 1, 1 + value, 12, 0),
        random.nextInt(3) == 0 ? null : random.nextBoolean());
  }

  private static String predicate(Random random, int depth) {
    if (depth > 0 && random.nextBoolean()) {
      String left = predicate(random, depth - 1);
      return switch (random.nextInt(4)) {
        case 0 -> "(" + left + ") AND (" + predicate(random, depth - 1) + ")";
        case 1 -> "(" + left + ") OR (" + predicate(random, depth - 1) + ")";
        case 2 -> "NOT (" + left + ")";
        default -> "(" + left + ") IS " + (random.nextBoolean() ? "NOT " : "") + "TRUE";
      };
    }
    String[] operators = {"=", "<>", "<", "<=", ">", ">="};
    String operator = operators[random.nextInt(operators.length)];
    int value = random.nextInt(26);
    return switch (random.nextInt(9)) {
      case 0 -> "id " + operator + " " + value;
      case 1 -> value + " " + operator + " id";
      case 2 -> "region " + operator + " 'r" + random.nextInt(4) + "'";
      case 3 -> "amount " + operator + " " + value / 2.0;
      case 4 -> String.format(Locale.ROOT, "due %s DATE '2026-01-%02d'", operator, 1 + value);
      case 5 ->
          String.format(
              Locale.ROOT, "made %s TIMESTAMP '2026-01-%02d 12:00:00'", operator, 1 + value);
      case 6 -> "id IN (" + value + ", " + (value + 3) + ")";
      case 7 ->
          List.of("region", "amount", "due", "paid").get(random.nextInt(4))
              + (random.nextBoolean() ? " IS NULL" : " IS NOT NULL");
      default -> random.nextBoolean() ? "paid" : "region NOT IN ('r0', 'r2')";
    };
  }
}
