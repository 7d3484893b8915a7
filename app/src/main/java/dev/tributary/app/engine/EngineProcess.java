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

import java.io.IOException;
import java.util.Optional;

/**
 * The engine as a child process. It writes its events, result and log into the job's folder rather
 * than into pipes, so that it goes on when this app ends, and can be found again.
 */
final class EngineProcess {
  private EngineProcess() {}

  static ProcessHandle start(EngineCommand command, Job job) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command.run(job));
    builder.directory(job.folder().toFile());
    builder.redirectOutput(job.resultFile().toFile());
    builder.redirectError(job.logFile().toFile());
    Process process = builder.start();
    process.getOutputStream().close();
    return process.toHandle();
  }

  /** The job's process, if it is still there. */
  static Optional<ProcessHandle> find(Job job) {
    return ProcessHandle.of(job.processId())
        .filter(ProcessHandle::isAlive)
        .filter(
            process -> {
              Optional<java.time.Instant> began = process.info().startInstant();
              return began.isEmpty()
                  || job.processStarted().isEmpty()
                  || began.equals(job.processStarted());
            });
  }

  /** Asks the process to stop; it commits nothing after that, and says so before it ends. */
  static void terminate(Job job) {
    find(job).ifPresent(ProcessHandle::destroy);
  }
}
