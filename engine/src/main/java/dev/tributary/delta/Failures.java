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
package dev.tributary.delta;

import dev.tributary.errors.Area;
import dev.tributary.errors.SourceException;
import java.io.FileNotFoundException;
import java.nio.file.NoSuchFileException;
import java.util.Optional;

/** Turns what Delta Kernel and storage throw into failures that a user can act on. */
final class Failures {
  private Failures() {}

  /** A failure of the source: could not {@code doWhat}, and why. */
  static SourceException source(String doWhat, Throwable cause) {
    return cause instanceof SourceException known
        ? known
        : new SourceException(Area.SOURCE, "Cannot " + doWhat + ": " + reason(cause) + ".", cause);
  }

  /** Whether a missing file is at the bottom of it. */
  static boolean isMissingFile(Throwable failure) {
    return missing(failure).isPresent();
  }

  /** The missing file that is at the bottom of it, as far as the failure names one. */
  static Optional<String> missingFile(Throwable failure) {
    return missing(failure).map(Throwable::getMessage).filter(path -> !path.contains(" "));
  }

  private static Optional<Throwable> missing(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof FileNotFoundException || cause instanceof NoSuchFileException) {
        return Optional.of(cause);
      }
    }
    return Optional.empty();
  }

  static Throwable root(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root;
  }

  /** What went wrong at the bottom, in one line. */
  static String reason(Throwable failure) {
    Throwable root = root(failure);
    String message = root.getMessage() == null ? "" : root.getMessage().strip();
    String firstLine = message.lines().findFirst().orElse("").replaceFirst("[.\\s]+$", "");
    if (firstLine.isEmpty()) {
      return root.getClass().getSimpleName();
    }
    return root instanceof FileNotFoundException || root instanceof NoSuchFileException
        ? "file " + firstLine + " does not exist"
        : firstLine;
  }
}
