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
package dev.tributary.oracle.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tributary.oracle.Cli;
import dev.tributary.oracle.Lakehouse;
import dev.tributary.oracle.Spark;
import dev.tributary.oracle.TableRows;
import dev.tributary.oracle.fuzz.ColumnType.Primitive;
import dev.tributary.oracle.fuzz.RandomTable.ColumnChange;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;

/** A target that follows a random table, and what its user does about changed columns. */
final class Follower {
  private static final Pattern ALTERS = Pattern.compile("ALTER TABLE [^;]*;");
  private static final int MOST_LINES = 12;

  /** What errors say that are the right answer; such a target is no longer followed. */
  private static final List<String> JUSTIFIED = List.of("an ORC file cannot tell");

  private final TargetPlan plan;
  private final RandomTable source;
  private final Supplier<String> startBound;
  private final String sourceYaml;
  private final Lakehouse lakehouse;
  private final Catalog catalog;
  private final TableIdentifier name;
  private final Path spec;
  private final Statements statements;
  private String bound;
  private int columnChanges;
  private boolean stopped;

  /**
   * @param startBound the spec line of the range's start, asked at the first run
   * @param sourceYaml the source's part of the spec otherwise
   */
  Follower(
      TargetPlan plan,
      RandomTable source,
      Supplier<String> startBound,
      String sourceYaml,
      Catalogs.Opened target,
      String name,
      Path folder,
      Statements statements) {
    this.plan = plan;
    this.source = source;
    this.startBound = startBound;
    this.sourceYaml = sourceYaml;
    this.lakehouse = target.lakehouse();
    this.catalog = target.catalog();
    this.name = TableIdentifier.of("lake", name);
    this.spec = folder.resolve(name + ".tributary.yaml");
    this.statements = statements;
  }

  boolean runsAfter(int step) {
    return plan.cuts().contains(step);
  }

  String sql() {
    return lakehouse.name() + "." + name;
  }

  /** Brings the target up to the source and has Spark compare them. */
  void migrate(Function<String, TableRows> sourceRows) {
    if (bound == null) {
      bound = startBound.get();
    }
    if (stopped) {
      return;
    }
    applyColumnChanges();
    writeSpec();
    run();
    if (stopped) {
      return;
    }
    // Not a filter that Spark hands down: Iceberg's evaluation of IN fails on null partitions.
    String filter = filter().map(text -> " WHERE coalesce(" + text + ", false)").orElse("");
    compare(sourceRows.apply("SELECT " + columns(Column::sql) + " FROM " + source.sql() + filter));
  }

  /** Nothing is left to do after a run. */
  void requireNothingToDo() {
    if (stopped) {
      return;
    }
    String status = command("run").success().path("status").asText();
    if (!status.equals("nothing-to-do")) {
      throw new Failure(Failure.Kind.REPEATED, "a second run ended with " + status);
    }
  }

  private void run() {
    Cli.Outcome outcome = command("run");
    for (int attempt = 0; attempt < 3 && outcome.exitCode() != 0; attempt++) {
      List<String> alters = alters(outcome.err());
      if (alters.isEmpty()) {
        break;
      }
      for (String alter : alters) {
        if (!statements.run(alter)) {
          throw new Failure(
              Failure.Kind.ADVICE,
              alter + " was refused by Spark: " + statements.takeRefusal().orElse(""));
        }
      }
      outcome = command("run");
    }
    statements.note("run of " + sql() + " ended with " + outcome.exitCode());
    if (JUSTIFIED.stream().anyMatch(outcome.err()::contains)) {
      statements.note("rightly refused: " + outcome.err().strip());
      stopped = true;
    } else if (outcome.exitCode() != 0) {
      throw new Failure(Failure.Kind.REFUSED, outcome.err().strip() + " " + outcome.out().strip());
    }
  }

  private static List<String> alters(String error) {
    List<String> found = new ArrayList<>();
    for (Matcher matcher = ALTERS.matcher(error); matcher.find(); ) {
      found.add(matcher.group().substring(0, matcher.group().length() - 1));
    }
    return found;
  }

  private void compare(TableRows expected) {
    TableRows found = plan.changelog() ? changelog() : rows("");
    if (!found.equals(expected)) {
      throw new Failure(Failure.Kind.DIFFERENT, difference(expected, found));
    }
    if (plan.changelog() && source.historyRemoved()) {
      // That comparison needs all commits.
      return;
    }
    Cli.Outcome verify = command("verify");
    JsonNode result = verify.exitCode() == 0 ? verify.json() : null;
    if (result == null
        || !result.path("match").asBoolean()
        || !plan.changelog() && result.path("source_rows").asLong() != expected.size()) {
      throw new Failure(
          Failure.Kind.VERIFY,
          String.format(
              "%d rows in Spark, verify says %s%s",
              expected.size(), verify.out().strip(), verify.err().strip()));
    }
  }

  /** What is left of the rows that were added when those that were removed are taken away. */
  private TableRows changelog() {
    List<String> left = new ArrayList<>(rows(" WHERE kind IN ('INSERT', 'UPDATE_AFTER')").lines());
    for (String removed : rows(" WHERE kind IN ('DELETE', 'UPDATE_BEFORE')").lines()) {
      if (!left.remove(removed)) {
        throw new Failure(Failure.Kind.DIFFERENT, "removed, but never added: " + removed);
      }
    }
    return new TableRows(left);
  }

  private TableRows rows(String condition) {
    String columns = columns(c -> Column.quoted(plan.targetName(c)) + " AS " + c.sql());
    return Spark.shared().query("SELECT %s FROM %s%s", columns, sql(), condition);
  }

  private Optional<String> filter() {
    return Optional.ofNullable(plan.filter())
        .map(filter -> filter.text(source.column(filter.column()).name()));
  }

  /** The columns that go to the target. */
  private String columns(Function<Column, String> form) {
    return source.columns().stream()
        .filter(plan::takes)
        .map(form)
        .collect(Collectors.joining(", "));
  }

  private static String difference(TableRows expected, TableRows found) {
    List<String> missing = new ArrayList<>(expected.lines());
    found.lines().forEach(missing::remove);
    List<String> unexpected = new ArrayList<>(found.lines());
    expected.lines().forEach(unexpected::remove);
    return String.format(
        "%d rows in the source, %d in the target%n  missing:%n%s%n  unexpected:%n%s",
        expected.size(), found.size(), lines(missing), lines(unexpected));
  }

  private static String lines(List<String> lines) {
    return lines.stream()
        .limit(MOST_LINES)
        .map(line -> "    " + line)
        .collect(Collectors.joining("\n"));
  }

  private Cli.Outcome command(String command) {
    System.setProperty("tributary.changes-per-unit", Long.toString(plan.changesPerUnit()));
    try {
      return Cli.run(command, spec);
    } finally {
      System.clearProperty("tributary.changes-per-unit");
    }
  }

  /** What only the user knows: which columns got other names, and which are gone. */
  private void applyColumnChanges() {
    List<ColumnChange> changes = source.columnChanges();
    if (columnChanges == changes.size()) {
      return;
    }
    if (catalog.tableExists(name)) {
      for (ColumnChange change : changes.subList(columnChanges, changes.size())) {
        Table table = catalog.loadTable(name);
        List<String> there = new ArrayList<>(change.path());
        boolean mapped = change.columnId() == plan.mapped();
        if (mapped) {
          there.set(0, TargetPlan.MAPPED);
        }
        String path = String.join(".", there);
        boolean stays = mapped && there.size() == 1 && !change.dropped();
        if (stays || change.columnId() == plan.left() || !has(table.schema(), there)) {
          continue;
        }
        if (change.dropped()) {
          table.updateSchema().deleteColumn(path).commit();
        } else {
          table.updateSchema().renameColumn(path, change.newName()).commit();
        }
        statements.note("the same for " + sql() + ": " + change);
      }
    }
    columnChanges = changes.size();
  }

  private static boolean has(Schema schema, List<String> path) {
    return schema.findField(String.join(".", path)) != null;
  }

  private void writeSpec() {
    String keys =
        source.keyColumns().stream()
            .map(c -> yaml(plan.targetName(c)))
            .collect(Collectors.joining(", "));
    StringBuilder text = new StringBuilder("tributary: 1\nname: random\nsource:\n");
    text.append(sourceYaml).append(bound);
    source.columns().stream()
        .filter(c -> !plan.takes(c))
        .forEach(c -> text.append("  drop: [").append(yaml(c.name())).append("]\n"));
    filter().ifPresent(it -> text.append("  filter: ").append(yaml(it)).append('\n'));
    text.append("target:\n  table: ").append(name).append('\n').append(lakehouse.yaml());
    if (plan.changelog()) {
      text.append("  change_type_column: kind\n");
    } else {
      text.append("  equality_columns: [").append(keys).append("]\n");
    }
    if (source.definition().nullKeys() && !plan.changelog()) {
      text.append("  null_keys: match\n");
    }
    text.append("  table_properties: {format-version: \"")
        .append(plan.formatVersion())
        .append("\", write.format.default: ")
        .append(plan.format())
        .append("}\n");
    if (plan.sorted() >= 0) {
      String column = plan.targetName(source.column(plan.sorted()));
      text.append("  sort_fields: [").append(yaml(column + " desc")).append("]\n");
    }
    if (!plan.partitions().isEmpty()) {
      String fields =
          plan.partitions().stream()
              .map(field -> yaml(field.spec(plan.targetName(source.column(field.columnId())))))
              .collect(Collectors.joining(", "));
      text.append("  partition_fields: [").append(fields).append("]\n");
    }
    text.append("  mode: ").append(plan.mode()).append('\n');
    if (plan.equalityDeletes()) {
      text.append("  delete_strategy: equality\n");
    }
    source.columns().stream().filter(c -> c.id() == plan.mapped()).forEach(c -> map(c, text));
    text.append("initial_load: ").append(plan.initialLoad()).append('\n');
    try {
      Files.writeString(spec, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void map(Column column, StringBuilder text) {
    text.append("mapping:\n  - {source: ")
        .append(yaml(column.name()))
        .append(", target: ")
        .append(yaml(TargetPlan.MAPPED))
        .append(column.type() == Primitive.INT ? ", type: long}\n" : "}\n");
  }

  private static String yaml(String text) {
    return "\"" + text + "\"";
  }

  void drop() {
    if (catalog.tableExists(name)) {
      catalog.dropTable(name, true);
    }
  }
}
