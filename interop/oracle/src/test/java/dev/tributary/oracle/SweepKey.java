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
package dev.tributary.oracle;

import dev.tributary.rows.KeyCodec;
import dev.tributary.rows.RowKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/**
 * Columns that tell the rows of every state of a table apart, found by trying.
 *
 * @param nulls whether some of them are null somewhere, so that null has to match null
 */
record SweepKey(List<String> columns, boolean nulls) {
  private static final int MOST_COLUMNS = 3;

  /** A state of a table: its columns, and its rows. */
  record State(Schema schema, List<Record> rows) {}

  /** The fewest columns that do, without nulls if there are such; empty when rows repeat. */
  static Optional<SweepKey> choose(List<State> states) {
    List<String> candidates = candidates(states);
    List<String> neverNull =
        candidates.stream()
            .filter(column -> states.stream().allMatch(state -> neverNull(state, column)))
            .toList();
    for (int size = 1; size <= MOST_COLUMNS; size++) {
      for (List<String> columns : subsets(neverNull, size)) {
        if (identify(states, columns)) {
          return Optional.of(new SweepKey(columns, false));
        }
      }
    }
    if (identify(states, neverNull)) {
      return Optional.of(new SweepKey(neverNull, false));
    }
    return identify(states, candidates)
        ? Optional.of(new SweepKey(candidates, true))
        : Optional.empty();
  }

  /** Columns and fields of structs that every state has; those that keep their type come first. */
  private static List<String> candidates(List<State> states) {
    List<String> stable = new ArrayList<>();
    List<String> changing = new ArrayList<>();
    Schema last = states.get(states.size() - 1).schema();
    for (String path : paths("", last.asStruct())) {
      Type type = last.findType(path);
      List<Type> types =
          states.stream().map(state -> state.schema().findType(path)).distinct().toList();
      if (types.stream().allMatch(t -> t != null && KeyCodec.unfit(t).isEmpty())) {
        (types.equals(List.of(type)) ? stable : changing).add(path);
      }
    }
    stable.addAll(changing);
    return stable;
  }

  private static List<String> paths(String prefix, Types.StructType struct) {
    List<String> paths = new ArrayList<>();
    List<String> nested = new ArrayList<>();
    for (Types.NestedField field : struct.fields()) {
      paths.add(prefix + field.name());
      if (field.type().isStructType()) {
        nested.addAll(paths(prefix + field.name() + ".", field.type().asStructType()));
      }
    }
    paths.addAll(nested);
    return paths;
  }

  private static boolean neverNull(State state, String column) {
    KeyCodec codec = new KeyCodec(state.schema(), List.of(column));
    return state.rows().stream().noneMatch(row -> codec.nullColumn(row).isPresent());
  }

  private static boolean identify(List<State> states, List<String> columns) {
    return !columns.isEmpty() && states.stream().allMatch(state -> identify(state, columns));
  }

  private static boolean identify(State state, List<String> columns) {
    KeyCodec codec = new KeyCodec(state.schema(), columns);
    Set<RowKey> keys = new HashSet<>();
    return state.rows().stream().allMatch(row -> keys.add(codec.key(row)));
  }

  private static List<List<String>> subsets(List<String> columns, int size) {
    if (size == 0) {
      return List.of(List.of());
    }
    return IntStream.range(0, columns.size())
        .boxed()
        .flatMap(
            first ->
                subsets(columns.subList(first + 1, columns.size()), size - 1).stream()
                    .map(
                        rest -> {
                          List<String> subset = new ArrayList<>(List.of(columns.get(first)));
                          subset.addAll(rest);
                          return List.copyOf(subset);
                        }))
        .toList();
  }

  @Override
  public String toString() {
    return columns.stream().collect(Collectors.joining(", ")) + (nulls ? " (null matches)" : "");
  }
}
