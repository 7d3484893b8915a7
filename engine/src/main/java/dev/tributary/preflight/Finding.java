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
package dev.tributary.preflight;

import dev.tributary.errors.Area;
import java.util.Optional;

/**
 * One thing that pre-flight looked at.
 *
 * @param id stable name of the check, such as {@code equality-columns-unique}
 * @param area the part of the migration it is about
 * @param subject the table, column or property
 * @param message what was found, with the value
 * @param fix what to do about it
 * @param alter the statement that does it, if {@link dev.tributary.run.TargetAlteration} can do the
 *     same
 */
public record Finding(
    String id,
    Severity severity,
    Area area,
    String subject,
    String message,
    Optional<String> fix,
    Optional<String> alter) {

  /** A finding that no statement mends. */
  public Finding(
      String id,
      Severity severity,
      Area area,
      String subject,
      String message,
      Optional<String> fix) {
    this(id, severity, area, subject, message, fix, Optional.empty());
  }

  /** How much a finding matters: errors stop a run, warnings want to be read. */
  public enum Severity {
    ERROR,
    WARNING,
    INFO
  }
}
