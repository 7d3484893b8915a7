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

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Writes and reads {@code job.json}. */
final class JobRecords {
  private static final ObjectMapper JSON = new ObjectMapper();

  private JobRecords() {}

  /** Replaces the record in one step, so that a reader never sees half of it. */
  static void write(Job job) throws IOException {
    ObjectNode node = JSON.createObjectNode();
    node.put("id", job.id());
    node.put("migration", job.migration());
    node.put("source", job.source());
    node.put("target", job.target());
    node.put("started", job.started().toString());
    node.put("state", job.state().name());
    node.put("process_id", job.processId());
    job.processStarted().ifPresent(instant -> node.put("process_started", instant.toString()));
    job.cancelRequested().ifPresent(instant -> node.put("cancel_requested", instant.toString()));
    job.ended().ifPresent(instant -> node.put("ended", instant.toString()));
    Path next = Files.createTempFile(job.folder(), "job", ".tmp");
    JSON.writerWithDefaultPrettyPrinter().writeValue(next.toFile(), node);
    Files.move(
        next,
        job.recordFile(),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }

  /**
   * Changes the record as it stands on disk. One change at a time: following a job and cancelling
   * it come from different threads.
   */
  static synchronized Job update(Job job, UnaryOperator<Job> change) throws IOException {
    Job before = read(job.folder()).orElse(job);
    Job after = change.apply(before);
    if (!after.equals(before)) {
      write(after);
    }
    return after;
  }

  /** Empty for a folder that holds no readable record: a job that never started. */
  static Optional<Job> read(Path folder) {
    try {
      JsonNode node = JSON.readTree(folder.resolve("job.json").toFile());
      return Optional.of(
          new Job(
              node.path("id").asText(),
              node.path("migration").asText(),
              node.path("source").asText(),
              node.path("target").asText(),
              Instant.parse(node.path("started").asText()),
              JobState.valueOf(node.path("state").asText()),
              node.path("process_id").asLong(),
              instant(node, "process_started"),
              instant(node, "cancel_requested"),
              instant(node, "ended"),
              folder));
    } catch (IOException | RuntimeException e) {
      return Optional.empty();
    }
  }

  private static Optional<Instant> instant(JsonNode node, String field) {
    return node.hasNonNull(field)
        ? Optional.of(Instant.parse(node.get(field).asText()))
        : Optional.empty();
  }
}
