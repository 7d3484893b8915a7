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
package dev.tributary.corruption;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.cli.Main;
import dev.tributary.errors.TributaryException;
import dev.tributary.fixture.WrittenTable;
import dev.tributary.history.SourceCommit;
import dev.tributary.migration.SourceTables;
import dev.tributary.source.SourceTable;
import dev.tributary.source.SourceTable.SourceRange;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.Specs;
import dev.tributary.spec.TargetSpec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Damages one file of a small table at a time and reads the table: history, changes, state, and in
 * some cases a whole run and its verification. Right is a refusal that a person can act on, or the
 * rows as before. Where no checksum protects what was damaged, it cannot be told from a table that
 * says so; then the format's own library has to read the same rows, and the changes have to add up
 * to them.
 *
 * <p>System properties: {@code corruption.cases} is the number of cases of all tables together
 * (else as many as fit into a minute, at most {@value #CASES}), {@code corruption.seed} the first
 * seed.
 */
class CorruptionTest {
  private static final int CASES = 240;
  private static final Duration LONGEST = Duration.ofSeconds(50);
  private static final Duration LONGEST_CASE = Duration.ofSeconds(60);

  /** A whole run takes as long as many readings. */
  private static final int CASES_PER_RUN = 12;

  @TempDir Path folder;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<String, Integer> counts = new TreeMap<>();
  private final List<String> failures = new ArrayList<>();

  /** What a table tells: its changes, and its live rows. */
  private record Reading(List<String> changes, List<String> state, boolean fromTheBeginning) {}

  @Test
  void damageIsRefusedOrHarmless() throws Exception {
    Optional<Integer> asked = Optional.ofNullable(Integer.getInteger("corruption.cases"));
    long seed = Long.getLong("corruption.seed", 20_261_130L);
    Instant end = Instant.now().plus(LONGEST);
    List<Subject> subjects = Subject.all(folder.resolve("tables"));
    Map<String, Reading> whole = new HashMap<>();
    for (Subject subject : subjects) {
      Reading reading = read(subject);
      assertThat(reading.state()).as(subject.name()).isEqualTo(subject.reference().rows());
      assertThat(net(reading.changes())).as(subject.name()).isEqualTo(reading.state());
      whole.put(subject.name(), reading);
    }
    int cases = 0;
    while (cases < asked.orElse(CASES) && (asked.isPresent() || Instant.now().isBefore(end))) {
      Subject subject = subjects.get(cases % subjects.size());
      check(subject, whole.get(subject.name()), seed + cases, cases % CASES_PER_RUN == 0);
      cases++;
    }
    threads.shutdownNow();
    System.out.printf("Corruption: %d cases from seed %d: %s%n", cases, seed, counts);
    assertThat(cases).isGreaterThan(subjects.size());
    assertThat(counts).containsKeys("refused", "as before");
    assertThat(failures).isEmpty();
  }

  private void check(Subject subject, Reading whole, long seed, boolean run) throws Exception {
    try (Damage damage = Damage.random(subject.files(), new Random(seed))) {
      String name = subject.name() + ", seed " + seed + ", " + damage;
      Future<String> outcome = threads.submit(() -> outcome(subject, damage, whole, seed, run));
      try {
        String text = outcome.get(LONGEST_CASE.toSeconds(), TimeUnit.SECONDS);
        count(subject, text.startsWith("WRONG") ? "wrong" : text);
        if (text.startsWith("WRONG")) {
          fail(name + ": " + text);
        }
      } catch (TimeoutException e) {
        count(subject, "hang");
        fail(name + ": it hangs");
        outcome.cancel(true);
      } catch (ExecutionException e) {
        count(subject, "raw");
        StringWriter trace = new StringWriter();
        e.getCause().printStackTrace(new PrintWriter(trace));
        fail(name + ": " + String.join("\n", trace.toString().lines().limit(25).toList()));
      }
    }
  }

  private void fail(String failure) {
    System.out.println("Corruption: " + failure);
    failures.add(failure);
  }

  private void count(Subject subject, String outcome) {
    counts.merge(outcome, 1, Integer::sum);
    counts.merge(subject.name() + " " + outcome, 1, Integer::sum);
  }

  private String outcome(Subject subject, Damage damage, Reading whole, long seed, boolean run)
      throws Exception {
    Optional<Reading> reading = Optional.empty();
    try {
      reading = Optional.of(read(subject));
    } catch (TributaryException e) {
      if (e.getMessage() == null || e.getMessage().isBlank()) {
        return "WRONG: no message";
      }
    }
    if (run) {
      Optional<String> wrong = runAndVerify(subject, reading, seed);
      if (wrong.isPresent()) {
        return "WRONG: " + wrong.get();
      }
    }
    if (reading.isEmpty()) {
      return "refused";
    }
    Reading now = reading.get();
    if (now.changes().equals(whole.changes()) && now.state().equals(whole.state())) {
      return "as before";
    }
    if (now.fromTheBeginning() && !net(now.changes()).equals(now.state())) {
      if (damage.file().toString().contains("_delta_log")
          && subject.reference().rows().equals(now.state())) {
        // A commit's JSON has no checksum, and a checkpoint may stand in for it in the state.
        return "log and checkpoint contradict";
      }
      return "WRONG: the changes " + now.changes() + " do not add up to " + now.state();
    }
    try {
      List<String> reference = subject.reference().rows();
      return reference.equals(now.state())
          ? "the table says so"
          : "WRONG: " + now.state() + ", and the reference has " + reference;
    } catch (Exception e) {
      return "WRONG: " + now.state() + ", and the reference fails: " + e;
    }
  }

  private static Reading read(Subject subject) throws IOException {
    try (SourceTable source = SourceTables.open(subject.spec())) {
      source.describe();
      List<SourceCommit> history = source.history();
      SourceRange range = source.range();
      List<String> changes = WrittenTable.text(source.planChanges(range, List.of()));
      List<String> state =
          history.isEmpty()
              ? List.of()
              : WrittenTable.text(source.planState(history.get(0).position(), List.of())).stream()
                  .map(line -> line.substring("0 +".length()))
                  .sorted()
                  .toList();
      return new Reading(changes, state, range.before().isEmpty());
    }
  }

  /** What the changes leave, as a multiset. */
  private static List<String> net(List<String> changes) {
    Map<String, Integer> rows = new TreeMap<>();
    for (String change : changes) {
      int sign = change.indexOf(' ') + 1;
      rows.merge(change.substring(sign + 1), change.charAt(sign) == '+' ? 1 : -1, Integer::sum);
    }
    List<String> left = new ArrayList<>();
    rows.forEach(
        (row, count) -> {
          for (int i = 0; i < Math.abs(count); i++) {
            left.add(count > 0 ? row : "missing " + row);
          }
        });
    left.sort(null);
    return left;
  }

  /** Empty when a run with its verification ends as it should. */
  private Optional<String> runAndVerify(Subject subject, Optional<Reading> reading, long seed)
      throws IOException {
    Path work = Files.createDirectories(folder.resolve("run-" + seed));
    MigrationSpec spec =
        MigrationSpec.builder(
                "damaged",
                subject.spec(),
                TargetSpec.builder("lake.rows")
                    .catalogProperties(
                        Map.of(
                            "type",
                            "jdbc",
                            "uri",
                            "jdbc:sqlite:" + work.resolve("catalog.db"),
                            "warehouse",
                            work.resolve("lake").toString()))
                    .equalityColumns(List.of("id"))
                    .build())
            .build();
    Path file = Files.writeString(work.resolve("damaged.tributary.yaml"), Specs.write(spec));
    for (String command : List.of("history", "preview", "preflight")) {
      Optional<String> raw = unexpected(command, cli(command, file));
      if (raw.isPresent()) {
        return raw;
      }
    }
    Ended run = cli("run", file);
    if (run.exitCode() != 0) {
      return unexpected("run", run);
    }
    Ended verify = cli("verify", file);
    if (verify.exitCode() != 0 && reading.isPresent()) {
      return Optional.of("the run ended well, and verify says " + verify);
    }
    return unexpected("verify", verify);
  }

  private record Ended(int exitCode, String text) {}

  private static Optional<String> unexpected(String command, Ended ended) {
    return ended.text().contains("unexpected ")
            || ended.text().contains("unexpectedly")
            || ended.text().contains("The check failed")
        ? Optional.of(command + ": " + ended)
        : Optional.empty();
  }

  private static Ended cli(String command, Path spec) {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(text, true, StandardCharsets.UTF_8);
    int exitCode = Main.run(new String[] {command, spec.toString()}, out, out);
    return new Ended(exitCode, text.toString(StandardCharsets.UTF_8));
  }
}
