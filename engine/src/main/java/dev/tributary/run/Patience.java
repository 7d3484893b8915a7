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
package dev.tributary.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.tributary.errors.RunException;
import dev.tributary.errors.TributaryException;
import dev.tributary.target.UnknownCommit;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.exceptions.RESTException;
import org.apache.iceberg.exceptions.RuntimeIOException;
import org.apache.iceberg.jdbc.UncheckedSQLException;

/**
 * Decides after a failure of a run that stays on whether and when to try again: for long when a
 * service or the network may be in the way, a few times when it cannot be told, and not at all when
 * the tables themselves say that it would fail again. Used by one thread.
 */
final class Patience {
  /** The Java option -Dtributary.patience-seconds sets another time. */
  private static final Duration FOR_OUTAGES =
      Duration.ofSeconds(Long.getLong("tributary.patience-seconds", 15 * 60));

  private static final int ATTEMPTS_WHEN_UNCLEAR = 4;
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);
  private static final List<String> SERVICES =
      List.of("software.amazon.awssdk.", "com.google.api.", "com.google.cloud.", "com.azure.");

  private final Duration forOutages;
  private Optional<Instant> since = Optional.empty();
  private int failures;

  Patience() {
    this(FOR_OUTAGES);
  }

  Patience(Duration forOutages) {
    this.forOutages = forOutages;
  }

  /** What a failure says about the next attempt. */
  enum Outlook {
    /** The tables or the spec have to change first. */
    LASTS,
    UNCLEAR,
    /** A service, the network or a disk is in the way. */
    MAY_PASS
  }

  /** Something succeeded. */
  void restore() {
    since = Optional.empty();
    failures = 0;
  }

  /** How long to wait after one more failure; empty: it is of no use any more. */
  Optional<Duration> after(RuntimeException failure) {
    Instant now = Instant.now();
    failures++;
    since = since.or(() -> Optional.of(now));
    Outlook outlook = outlook(failure);
    boolean useless =
        outlook == Outlook.LASTS
            || (outlook == Outlook.UNCLEAR && failures > ATTEMPTS_WHEN_UNCLEAR)
            || now.isAfter(since.get().plus(forOutages));
    return useless ? Optional.empty() : Optional.of(pause());
  }

  private Duration pause() {
    Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(failures - 1, 10));
    return pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
  }

  static Outlook outlook(Throwable failure) {
    if (failure instanceof UnknownCommit) {
      return Outlook.MAY_PASS;
    }
    for (Throwable it = failure; it != null; it = it.getCause()) {
      // What is missing or damaged may be a file that is replaced at this very moment.
      if (it instanceof FileNotFoundException
          || it instanceof NoSuchFileException
          || it instanceof NotFoundException
          || it instanceof JsonProcessingException) {
        return Outlook.UNCLEAR;
      }
      if (isOutage(it)) {
        return Outlook.MAY_PASS;
      }
    }
    // What the engine states of its own accord follows from what the tables say.
    return failure instanceof TributaryException
            && !(failure instanceof RunException)
            && failure.getCause() == null
        ? Outlook.LASTS
        : Outlook.UNCLEAR;
  }

  private static boolean isOutage(Throwable failure) {
    return failure instanceof IOException
        || failure instanceof UncheckedIOException
        || failure instanceof RuntimeIOException
        || failure instanceof SQLException
        || failure instanceof UncheckedSQLException
        || failure instanceof TimeoutException
        || failure instanceof RESTException
        || failure instanceof CommitStateUnknownException
        || SERVICES.stream().anyMatch(failure.getClass().getName()::startsWith);
  }

  /** A failure in a sentence. */
  static String reason(Throwable failure) {
    String message = failure.getMessage();
    String text =
        message == null || message.isBlank() ? failure.getClass().getSimpleName() : message.strip();
    return text.endsWith(".") ? text : text + ".";
  }
}
