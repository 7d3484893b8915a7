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
import dev.tributary.benchmark.data.Folders;
import dev.tributary.benchmark.data.Orders;
import dev.tributary.benchmark.engine.JavaProgram;
import dev.tributary.benchmark.engine.Spark;
import dev.tributary.benchmark.process.Figures;
import dev.tributary.benchmark.process.WholeProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A first load, against Spark's INSERT … SELECT.
 *
 * @param title one line that says what is done
 * @param kind what is loaded how
 */
public record InitialLoad(String title, Kind kind) implements Workload {
  private static final long ROWS = 5_000_000;
  private static final String COPY = "cp";
  private static final String START_UP = "start-up";

  /** What is loaded how. */
  public enum Kind {
    /** The files of an Iceberg table. */
    ICEBERG_COPY("copy", "SELECT * FROM %s"),
    /** The files of a partitioned Delta table with deletion vectors. */
    DELTA_COPY("copy", "SELECT * FROM %s"),
    /** Rows of an Iceberg table: a column has another name, one has another type, some stay. */
    REWRITE(
        "rewrite",
        "SELECT id, customer, status, CAST(amount AS DECIMAL(14,2)) AS amount, ordered_at,"
            + " note AS comment FROM %s WHERE status <> 'returned'");

    private final String load;
    private final String query;

    Kind(String load, String query) {
      this.load = load;
      this.query = query;
    }
  }

  @Override
  public Result run(Stage stage) {
    Settings settings = stage.settings();
    Orders orders = new Orders(settings.seed());
    long rows = settings.scaled(ROWS);
    DataSet data =
        kind == Kind.DELTA_COPY
            ? DataSet.delta("delta-orders", orders, rows, "status")
            : DataSet.loaded("orders", orders, rows);
    try (Arena arena = Arena.open(stage, data)) {
      Path spec = arena.spec(kind.load, spec(arena.lake()));
      String query = String.format(kind.query, source(arena.lake()));
      // As many columns as the source has, in its order, so that the names are what may differ.
      Fingerprint expected = arena.fingerprint(orders, "(" + named(query) + ")");
      Runnable check = () -> require(arena, orders, expected);
      List<Contender> contenders =
          new ArrayList<>(
              arena.contenders(
                  arena.lake()::clear, spec, this::requireKind, insert(orders, query), check));
      Path files = kind == Kind.DELTA_COPY ? arena.lake().delta() : arena.lake().sourceTable();
      if (kind != Kind.REWRITE) {
        // After Tributary's whole process, whose target it needs.
        contenders.add(3, startUp(stage, spec, check));
        contenders.add(copy(stage, files));
      }
      if (hasBeam(settings)) {
        contenders.add(beam(arena, orders));
      }
      List<Series> series = Race.run(settings, contenders);
      return new Result(
          Map.of("rows", rows, "bytes", Folders.bytes(files)),
          series,
          bars(series),
          expected,
          notes(settings));
    }
  }

  private Lake.Spec spec(Lake lake) {
    return switch (kind) {
      case ICEBERG_COPY -> lake.spec().more("initial_load: copy\n");
      case DELTA_COPY -> lake.deltaSpec().partitioned("[status]").more("initial_load: copy\n");
      case REWRITE ->
          lake.spec()
              .range("  filter: \"status <> 'returned'\"\n")
              .more(
                  "initial_load: rewrite\nmapping:\n  - {source: note, target: comment}\n"
                      + "  - {source: amount, target: amount, type: \"decimal(14,2)\"}\n");
    };
  }

  private String source(Lake lake) {
    return kind == Kind.DELTA_COPY ? "delta.`" + lake.delta() + "`" : Lake.SOURCE;
  }

  private List<Spark.Statement> insert(Orders orders, String query) {
    String columns =
        kind == Kind.REWRITE
            ? orders.columns().replace("DECIMAL(12,2)", "DECIMAL(14,2)").replace("note", "comment")
            : orders.columns();
    return List.of(
        Spark.Statement.of(
            Lake.create(
                Lake.TARGET, columns, kind == Kind.DELTA_COPY ? "PARTITIONED BY (status)" : "")),
        kind == Kind.DELTA_COPY
            ? Spark.Statement.append(query, Lake.TARGET)
            : Spark.Statement.of(String.format("INSERT INTO %s %s", Lake.TARGET, query)));
  }

  private void require(Arena arena, Orders orders, Fingerprint expected) {
    Fingerprint found =
        arena.fingerprint(orders, "(" + named("SELECT * FROM " + Lake.TARGET) + ")");
    if (!found.equals(expected)) {
      throw new IllegalStateException(
          String.format("The target is to have %s, and has %s", expected, found));
    }
  }

  /** A query with the source's names for its columns. */
  private String named(String query) {
    return kind == Kind.REWRITE
        ? "SELECT id, customer, status, amount, ordered_at, comment AS note FROM (" + query + ")"
        : query;
  }

  private void requireKind(JsonNode answer) {
    if (!answer.path("initial_load").path("kind").asText().equals(kind.load)) {
      throw new IllegalStateException("Not loaded by " + kind.load + ": " + answer);
    }
  }

  private static Contender startUp(Stage stage, Path spec, Runnable check) {
    return new Contender(
        START_UP,
        Mode.COLD,
        () -> {},
        () ->
            Arena.checked(stage.tributary().run("run", spec.toString()), InitialLoad::requireIdle),
        check);
  }

  private static void requireIdle(JsonNode answer) {
    if (!answer.path("status").asText().equals("nothing-to-do")) {
      throw new IllegalStateException("There was something to do: " + answer);
    }
  }

  private static Contender copy(Stage stage, Path from) {
    Path to = stage.settings().data().resolve("copy");
    return new Contender(
        COPY,
        Mode.COLD,
        () -> Folders.delete(to),
        () -> copy(stage, from, to),
        () -> {
          if (Folders.bytes(from) != Folders.bytes(to)) {
            throw new IllegalStateException(to + " is not as large as " + from);
          }
          Folders.delete(to);
        });
  }

  private static Figures copy(Stage stage, Path from, Path to) {
    return new WholeProcess(List.of("cp", "-R", from.toString(), to.toString()), Map.of(), "")
        .run(stage.logs())
        .figures();
  }

  private List<Bar> bars(List<Series> series) {
    List<Bar> bars = new ArrayList<>();
    if (kind == Kind.REWRITE) {
      Bar.faster(1, Contender.SPARK, Mode.WARM, series).ifPresent(bars::add);
      Bar.faster(1, Contender.SPARK, Mode.COLD, series).ifPresent(bars::add);
    } else {
      Bar.faster(20, Contender.SPARK, Mode.WARM, series).ifPresent(bars::add);
      asFastAsACopy(series).ifPresent(bars::add);
    }
    return bars;
  }

  private List<String> notes(Settings settings) {
    List<String> notes = new ArrayList<>();
    if (kind != Kind.REWRITE) {
      notes.add(
          "cp is the plain copy of the table's folder; start-up is a run of the same spec that"
              + " finds nothing to do.");
    }
    if (kind == Kind.DELTA_COPY) {
      notes.add(
          "Spark refuses INSERT … SELECT from Delta tables with deletion vectors to Iceberg"
              + " ([delta 4794](https://github.com/delta-io/delta/issues/4794)): it appends the"
              + " same query's rows through its own interface.");
    }
    if (hasBeam(settings)) {
      notes.add(
          "beam is Beam's own Iceberg connector, 2.67.0 with Iceberg 1.9.2, on the direct runner,"
              + " reading and appending. It gets the table without its decimal column, which it"
              + " fails to write, and its target is created by it.");
    }
    return notes;
  }

  private boolean hasBeam(Settings settings) {
    return kind == Kind.ICEBERG_COPY && settings.peers().contains(Peer.BEAM);
  }

  private static Contender beam(Arena arena, Orders orders) {
    Lake lake = arena.lake();
    Settings settings = arena.stage().settings();
    JavaProgram append =
        JavaProgram.beamAppend(settings.home(), settings.heap(), arena.stage().logs());
    return new Contender(
        Contender.BEAM,
        Mode.COLD,
        lake::clear,
        () ->
            append.run(
                lake.source().warehouse().toString(),
                Lake.TABLE,
                lake.target().warehouse().toString(),
                Lake.TABLE,
                "amount"),
        () -> {
          if (!arena
              .fingerprint(orders, withoutAmount(Lake.SOURCE))
              .equals(arena.fingerprint(orders, withoutAmount(Lake.TARGET)))) {
            throw new IllegalStateException("Beam's target does not have the source's rows");
          }
        });
  }

  private static String withoutAmount(String table) {
    return "(SELECT id, customer, status, NULL AS amount, ordered_at, note FROM " + table + ")";
  }

  private static Optional<Bar> asFastAsACopy(List<Series> series) {
    Optional<Series> ours = Bar.find(Contender.TRIBUTARY, Mode.COLD, series);
    if (ours.isEmpty()) {
      return Optional.empty();
    }
    double copy = Bar.find(COPY, Mode.COLD, series).orElseThrow().medianSeconds();
    double startUp = Bar.find(START_UP, Mode.COLD, series).orElseThrow().medianSeconds();
    return Optional.of(
        new Bar(
            "our time, cold: at most three plain copies and the start-up",
            Bar.Kind.AT_MOST,
            3 * copy + startUp,
            ours.get().medianSeconds(),
            "s",
            String.format(Locale.ROOT, "3 × %.3f s + %.3f s", copy, startUp)));
  }
}
