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
package dev.tributary.app.engine;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tributary.history.Position;
import dev.tributary.run.Lag;
import dev.tributary.run.RunEvent;
import dev.tributary.run.RunResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Reads what the engine process writes: the JSON shapes of the command line. Fields that are absent
 * or null are unknown.
 */
final class EngineJson {
  private static final ObjectMapper JSON = new ObjectMapper();

  private EngineJson() {}

  /** One event line; empty when the line is none, as when it was cut off by a crash. */
  static Optional<RunEvent> event(String line) {
    return object(line)
        .flatMap(
            node -> {
              Optional<RunEvent.Kind> kind = constant(RunEvent.Kind.class, node.path("kind"));
              Optional<Instant> time = instant(node.path("time"));
              if (kind.isEmpty() || time.isEmpty()) {
                return Optional.empty();
              }
              return Optional.of(
                  new RunEvent(
                      time.get(),
                      kind.get(),
                      node.path("state").asText(""),
                      text(node.path("stage")),
                      number(node.path("rows_read")),
                      number(node.path("rows_written")),
                      number(node.path("bytes")),
                      number(node.path("units_done")),
                      number(node.path("units_total")),
                      text(node.path("position")),
                      lag(node),
                      rows(node),
                      text(node.path("message"))));
            });
  }

  private static Optional<Lag> lag(JsonNode node) {
    OptionalLong commits = number(node.path("lag_commits"));
    OptionalLong seconds = number(node.path("lag_seconds"));
    return text(node.path("head"))
        .filter(head -> commits.isPresent() && seconds.isPresent())
        .map(head -> new Lag(head, commits.getAsLong(), Duration.ofSeconds(seconds.getAsLong())));
  }

  private static Optional<RunResult.RowCounts> rows(JsonNode node) {
    OptionalLong inserted = number(node.path("rows_inserted"));
    OptionalLong updated = number(node.path("rows_updated"));
    OptionalLong deleted = number(node.path("rows_deleted"));
    return inserted.isPresent() && updated.isPresent() && deleted.isPresent()
        ? Optional.of(
            new RunResult.RowCounts(
                inserted.getAsLong(), updated.getAsLong(), deleted.getAsLong(), 0, 0, 0, 0))
        : Optional.empty();
  }

  /** The final result; empty when the text is none. */
  static Optional<RunResult> result(String text) {
    return object(text)
        .flatMap(
            node ->
                constant(RunResult.Status.class, node.path("status"))
                    .map(status -> result(status, node)));
  }

  private static RunResult result(RunResult.Status status, JsonNode node) {
    JsonNode rows = node.path("rows");
    JsonNode files = node.path("files");
    return new RunResult(
        status,
        position(node.path("committed_through")),
        number(node.path("target_snapshot_id")),
        load(node.path("initial_load")),
        new RunResult.RowCounts(
            number(rows.path("inserted")),
            number(rows.path("updated")),
            number(rows.path("deleted")),
            number(rows.path("unmatched_updates")),
            number(rows.path("unmatched_deletes")),
            number(rows.path("replaced_inserts")),
            rows.path("dead_letter").asLong(),
            rows.path("not_appended").asLong()),
        new RunResult.FileCounts(
            files.path("data").asLong(),
            files.path("dv").asLong(),
            files.path("position_deletes").asLong(),
            files.path("equality_deletes").asLong()),
        node.path("commits").asInt(),
        Duration.ofMillis(Math.round(node.path("seconds").asDouble() * 1000)),
        text(node.path("error")),
        texts(node.path("schema_changes")));
  }

  private static List<String> texts(JsonNode node) {
    List<String> texts = new ArrayList<>();
    node.forEach(item -> texts.add(item.asText()));
    return texts;
  }

  private static Optional<RunResult.InitialLoadResult> load(JsonNode node) {
    if (!node.isObject()) {
      return Optional.empty();
    }
    return Optional.of(
        new RunResult.InitialLoadResult(
            node.path("kind").asText(),
            node.path("reason").asText(),
            node.path("rows").asLong(),
            node.path("files").asLong(),
            node.path("bytes").asLong()));
  }

  private static Optional<Position> position(JsonNode node) {
    if (node.isObject()) {
      String id = node.path("commit_id").asText(node.path("id").asText(""));
      return id.isEmpty()
          ? Optional.empty()
          : Optional.of(new Position(id, node.path("sequence").asLong()));
    }
    return text(node).map(id -> new Position(id, 0));
  }

  private static Optional<JsonNode> object(String text) {
    try {
      JsonNode node = JSON.readTree(text);
      return node != null && node.isObject() ? Optional.of(node) : Optional.empty();
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  private static <E extends Enum<E>> Optional<E> constant(Class<E> type, JsonNode node) {
    String name = node.asText("").replace('-', '_').toUpperCase(Locale.ROOT);
    for (E constant : type.getEnumConstants()) {
      if (constant.name().equals(name)) {
        return Optional.of(constant);
      }
    }
    return Optional.empty();
  }

  private static Optional<Instant> instant(JsonNode node) {
    try {
      return text(node).map(Instant::parse);
    } catch (java.time.format.DateTimeParseException e) {
      return Optional.empty();
    }
  }

  private static Optional<String> text(JsonNode node) {
    return node.isValueNode() && !node.isNull() ? Optional.of(node.asText()) : Optional.empty();
  }

  private static OptionalLong number(JsonNode node) {
    if (node.isNumber()) {
      return OptionalLong.of(node.asLong());
    }
    // Numbers beyond 2^53 travel as text.
    if (node.isTextual() && node.asText().matches("-?\\d{1,19}")) {
      return OptionalLong.of(Long.parseLong(node.asText()));
    }
    return OptionalLong.empty();
  }
}
