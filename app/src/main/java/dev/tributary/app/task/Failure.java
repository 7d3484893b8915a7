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
package dev.tributary.app.task;

import dev.tributary.errors.Area;
import dev.tributary.errors.TributaryException;
import dev.tributary.spec.Secrets;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Optional;

/**
 * Why a task failed, ready to be shown: secrets are out of it.
 *
 * @param area the part of the migration that has to change; empty for what the engine did not
 *     expect
 * @param message one line: what, which value, what to do
 * @param details the stack trace, for whoever wants to report it
 */
public record Failure(Optional<Area> area, String message, String details) {

  /** Describes a throwable; the engine's own exceptions speak for themselves. */
  public static Failure of(Throwable cause) {
    StringWriter trace = new StringWriter();
    cause.printStackTrace(new PrintWriter(trace));
    String details = Secrets.redact(trace.toString());
    if (cause instanceof TributaryException known) {
      return new Failure(Optional.of(known.area()), Secrets.redact(known.getMessage()), details);
    }
    String message = cause.getMessage();
    String name = cause.getClass().getSimpleName();
    return new Failure(
        Optional.empty(),
        message == null || message.isBlank() ? name : name + ": " + Secrets.redact(message),
        details);
  }
}
