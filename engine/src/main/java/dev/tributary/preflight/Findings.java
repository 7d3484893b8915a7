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
import dev.tributary.errors.MappingException;
import dev.tributary.errors.SourceException;
import dev.tributary.errors.SpecException;
import dev.tributary.errors.TargetException;
import dev.tributary.errors.TributaryException;
import dev.tributary.preflight.Finding.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Collects findings, or throws the first error. Used by one thread. */
final class Findings {
  private final Consumer<Finding> listener;
  private final boolean collecting;
  private final List<Finding> all = new ArrayList<>();
  private final List<String> unchecked = new ArrayList<>();

  private Findings(Consumer<Finding> listener, boolean collecting) {
    this.listener = listener;
    this.collecting = collecting;
  }

  /** Errors are findings as all others. */
  static Findings collecting(Consumer<Finding> listener) {
    return new Findings(listener, true);
  }

  /** The first error is thrown. */
  static Findings throwing() {
    return new Findings(finding -> {}, false);
  }

  /** Whether errors become findings; otherwise they are thrown. */
  boolean collects() {
    return collecting;
  }

  void info(String id, Area area, String subject, String message) {
    add(new Finding(id, Severity.INFO, area, subject, message, Optional.empty()));
  }

  void warning(String id, Area area, String subject, String message, String fix) {
    add(new Finding(id, Severity.WARNING, area, subject, message, Optional.of(fix)));
  }

  void error(String id, Area area, String subject, String message, String fix) {
    error(id, area, subject, message, fix, Optional.empty());
  }

  /** An error that a statement mends, which the alter command can do. */
  void error(
      String id, Area area, String subject, String message, String fix, Optional<String> alter) {
    if (!collecting) {
      throw exception(area, message + ". " + fix + ".");
    }
    add(new Finding(id, Severity.ERROR, area, subject, message, Optional.of(fix), alter));
  }

  /** An error whose message says what to do. */
  void error(String id, TributaryException failure, Area area, String subject) {
    if (!collecting) {
      throw failure;
    }
    add(new Finding(id, Severity.ERROR, area, subject, failure.getMessage(), Optional.empty()));
  }

  /** Runs a check; its failure is an error, which says itself what to do. */
  <T> Optional<T> attempt(String id, Area area, String subject, Supplier<T> check) {
    try {
      return Optional.of(check.get());
    } catch (TributaryException e) {
      // Errors that know no page of their own belong to that of the check.
      Area where = e.area() == Area.SPEC || e.area() == Area.RUN ? area : e.area();
      error(id, e, where, subject);
    } catch (CancellationException e) {
      throw e;
    } catch (RuntimeException e) {
      String message = String.format("The check failed: %s", e);
      if (!collecting) {
        throw exception(area, subject + ": " + message);
      }
      add(new Finding(id, Severity.ERROR, area, subject, message, Optional.empty()));
    }
    return Optional.empty();
  }

  /** Notes that something cannot be checked: an error came before, or the source has no commits. */
  void unchecked(String what) {
    unchecked.add(what);
  }

  PreflightReport report() {
    if (!unchecked.isEmpty()) {
      boolean failed = all.stream().anyMatch(finding -> finding.severity() == Severity.ERROR);
      add(
          new Finding(
              "not-checked",
              Severity.WARNING,
              Area.RUN,
              "not checked",
              (failed
                      ? "Because of the errors above, these were not checked: "
                      : "The source has no commits yet, so these were not checked: ")
                  + String.join(", ", unchecked),
              Optional.of(
                  failed
                      ? "Correct the errors and check again"
                      : "Check again when the source has its first commit")));
    }
    unchecked.clear();
    return new PreflightReport(all);
  }

  private void add(Finding finding) {
    all.add(finding);
    listener.accept(finding);
  }

  private static TributaryException exception(Area area, String message) {
    return switch (area) {
      case SPEC -> new SpecException(message);
      case SOURCE, RANGE, CHANGES -> new SourceException(area, message);
      case MAPPING -> new MappingException(message);
      case TARGET, RUN -> new TargetException(message);
    };
  }
}
