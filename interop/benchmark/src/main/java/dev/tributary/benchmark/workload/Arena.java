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
import dev.tributary.benchmark.data.Shape;
import dev.tributary.benchmark.engine.JavaProgram;
import dev.tributary.benchmark.engine.Spark;
import dev.tributary.benchmark.engine.Tributary;
import dev.tributary.benchmark.process.Figures;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * Where one workload takes place: its data, and the engines that stay, which are started when they
 * are first needed. Used by one thread.
 */
final class Arena implements AutoCloseable {
  private final Stage stage;
  private final Lake lake;
  private final Spark.Warm judge;
  private Spark.Warm spark;
  private Tributary.Warm tributary;

  private Arena(Stage stage, Lake lake, Spark.Warm judge) {
    this.stage = stage;
    this.lake = lake;
    this.judge = judge;
  }

  /** Makes the data if need be. */
  static Arena open(Stage stage, DataSet data) {
    Spark.Warm judge = stage.spark().start("judge", List.of());
    Lake lake = new Lake(stage.made(data, judge));
    judge.add(lake.source());
    judge.add(lake.target());
    return new Arena(stage, lake, judge);
  }

  Stage stage() {
    return stage;
  }

  Lake lake() {
    return lake;
  }

  /** The Spark session that makes the source and reads results; never measured. */
  Spark.Warm judge() {
    return judge;
  }

  /** The Spark session that is measured. */
  Spark.Warm spark() {
    if (spark == null) {
      spark = stage.spark().start("peer", List.of(lake.source(), lake.target()));
    }
    return spark;
  }

  /** The engine that is measured. */
  Tributary.Warm tributary() {
    if (tributary == null) {
      tributary = stage.tributary().start();
    }
    return tributary;
  }

  /** Writes a spec next to the data. */
  Path spec(String name, Lake.Spec spec) {
    try {
      return Files.writeString(lake.folder().resolve(name + ".tributary.yaml"), spec.text());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What a table, or a query in brackets, has. */
  Fingerprint fingerprint(Shape shape, String relation) {
    JsonNode row = judge.row(shape.fingerprint(relation));
    return new Fingerprint(row.path("rows").asLong(), row.path("checksum").asText());
  }

  /**
   * Requires that the target has the rows of a fingerprint.
   *
   * @throws IllegalStateException when it has others
   */
  void requireTarget(Shape shape, Fingerprint expected) {
    Fingerprint found = fingerprint(shape, Lake.TARGET);
    if (!found.equals(expected)) {
      throw new IllegalStateException(
          String.format("The target is to have %s, and has %s", expected, found));
    }
  }

  /** The snapshot that loaded the source. */
  String firstSnapshot() {
    return judge
        .row(
            "SELECT CAST(min_by(snapshot_id, committed_at) AS STRING) AS id FROM "
                + Lake.SOURCE
                + ".snapshots")
        .path("id")
        .asText();
  }

  /**
   * Tributary in both kinds of processes.
   *
   * @param name of the series
   * @param prepare brings about what each starts from
   * @param spec what it runs
   * @param answer throws where it says that it did something else
   * @param check throws where the target is not as it should be
   */
  List<Contender> contenders(
      String name, Runnable prepare, Path spec, Consumer<JsonNode> answer, Runnable check) {
    return List.of(
        new Contender(
            name,
            Mode.WARM,
            prepare,
            () -> checked(tributary().run("run", spec.toString()), answer),
            check),
        new Contender(
            name,
            Mode.COLD,
            prepare,
            () -> checked(stage.tributary().run("run", spec.toString()), answer),
            check));
  }

  /** Spark in both kinds of processes; the rest as for Tributary. */
  List<Contender> contenders(Runnable prepare, List<Spark.Statement> statements, Runnable check) {
    return List.of(
        new Contender(Contender.SPARK, Mode.WARM, prepare, () -> spark().run(statements), check),
        new Contender(
            Contender.SPARK,
            Mode.COLD,
            prepare,
            () -> stage.spark().run(List.of(lake.source(), lake.target()), statements),
            check));
  }

  /** Both engines in both kinds of processes, in turn. */
  List<Contender> contenders(
      Runnable prepare,
      Path spec,
      Consumer<JsonNode> answer,
      List<Spark.Statement> statements,
      Runnable check) {
    List<Contender> ours = contenders(Contender.TRIBUTARY, prepare, spec, answer, check);
    List<Contender> theirs = contenders(prepare, statements, check);
    return List.of(ours.get(0), theirs.get(0), ours.get(1), theirs.get(1));
  }

  /** Flink in a process of its own, given the net changes; the rest as for Tributary. */
  Contender flink(Runnable prepare, Runnable check) {
    JavaProgram upsert =
        JavaProgram.flinkUpsert(stage.settings().home(), stage.settings().heap(), stage.logs());
    return new Contender(
        Contender.FLINK,
        Mode.COLD,
        prepare,
        () -> upsert.run(lake.netChanges().toString(), lake.targetTable().toString()),
        check);
  }

  /** What an answer took, when it is the right one. */
  static Figures checked(Tributary.Answer answer, Consumer<JsonNode> check) {
    check.accept(answer.document());
    return answer.figures();
  }

  @Override
  public void close() {
    if (tributary != null) {
      tributary.close();
    }
    if (spark != null) {
      spark.close();
    }
    judge.close();
  }
}
