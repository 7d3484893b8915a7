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

import dev.tributary.oracle.Spark;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The statements of a sequence, run by Spark as they come, with what became of each. */
final class Statements {
  private static final int MOST_TEXT = 3_000;

  private final Spark spark;
  private final List<String> log = new ArrayList<>();
  private String refusal;

  Statements(Spark spark) {
    this.spark = spark;
  }

  /** Runs a statement; false when Spark refused it, and then it did nothing. */
  boolean run(String statement) {
    Optional<String> error = spark.attempt(statement);
    log.add(
        shortened(statement)
            + error.map(text -> "\n    -- refused: " + firstLine(text)).orElse(""));
    error.ifPresent(text -> refusal = firstLine(text));
    return error.isEmpty();
  }

  /** Runs a statement that has to succeed. */
  void require(String statement) {
    if (!run(statement)) {
      throw new IllegalStateException("Spark refused " + shortened(statement) + ": " + refusal);
    }
  }

  void note(String text) {
    log.add("-- " + text);
  }

  /** Why Spark refused the last of the refused statements since this was asked before. */
  Optional<String> takeRefusal() {
    Optional<String> taken = Optional.ofNullable(refusal);
    refusal = null;
    return taken;
  }

  List<String> log() {
    return log;
  }

  private static String shortened(String text) {
    return text.length() > MOST_TEXT ? text.substring(0, MOST_TEXT) + " …" : text;
  }

  private static String firstLine(String text) {
    String line = text.lines().findFirst().orElse("");
    return line.length() > 400 ? line.substring(0, 400) : line;
  }
}
