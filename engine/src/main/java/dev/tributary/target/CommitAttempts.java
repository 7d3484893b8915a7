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
package dev.tributary.target;

import dev.tributary.errors.RunException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.CleanableFailure;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.RESTException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits again as long as others commit first, answers get lost, or the catalog fails in passing.
 */
public final class CommitAttempts {
  private static final Logger LOG = LoggerFactory.getLogger(CommitAttempts.class);

  static final int MOST = 10;
  private static final long FIRST_WAIT_MILLIS = 100;
  private static final long LONGEST_WAIT_MILLIS = 3_000;

  private CommitAttempts() {}

  /**
   * Makes attempts until one succeeds; with the waits between them that takes half a minute at
   * most.
   *
   * @param table whose catalog is committed to, for failures
   * @param attempt looks at the table first, so that repeating what was done does no harm
   * @param beaten what to throw when others committed first each time, made of the last conflict
   * @return what the attempt returned
   * @throws RunException when the catalog failed each time
   * @throws CancellationException when interrupted between two attempts
   */
  public static <T> T repeat(
      String table,
      Supplier<T> attempt,
      Function<RuntimeException, ? extends RuntimeException> beaten) {
    for (int number = 1; ; number++) {
      try {
        return attempt.get();
      } catch (RuntimeException e) {
        boolean conflict = isConflict(e);
        if (!conflict && !mayPass(e)) {
          throw e;
        }
        if (number == MOST) {
          throw conflict ? beaten.apply(e) : failed(table, MOST, reason(e), e);
        }
        LOG.info("Attempt {} to commit to {} failed; trying again", number, table, e);
      }
      if (!pause(number + 1)) {
        throw new CancellationException("Interrupted while waiting to commit again");
      }
    }
  }

  private static boolean isConflict(RuntimeException e) {
    return e instanceof CommitConflict
        || e instanceof CommitFailedException
        || e instanceof AlreadyExistsException;
  }

  /** A service that broke off says nothing of whether it did what it was asked for. */
  private static boolean mayPass(RuntimeException e) {
    return e instanceof CommitStateUnknownException
        || e instanceof RESTException && !(e instanceof CleanableFailure)
        || PassingFailure.of(e).isPresent();
  }

  // What Iceberg says itself of an unknown state is no help to those who run again anyway.
  private static String reason(RuntimeException e) {
    Throwable cause =
        e instanceof CommitStateUnknownException && e.getCause() != null ? e.getCause() : e;
    return PassingFailure.of(e).map(PassingFailure::reason).orElseGet(cause::getMessage);
  }

  static RunException failed(Object table, int times, String reason, RuntimeException cause) {
    return new RunException(
        String.format(
            "The catalog of %s failed %d times in a row, at last with: %s. Run again when it is"
                + " well; what was committed before is kept.",
            table, times, reason),
        cause);
  }

  /**
   * Waits before an attempt, the longer the more there were; false when interrupted.
   *
   * @param attempt its number: 2 for the first that has to wait
   */
  static boolean pause(int attempt) {
    long longest = Math.min(LONGEST_WAIT_MILLIS, FIRST_WAIT_MILLIS << (attempt - 2));
    try {
      Thread.sleep(longest / 2 + ThreadLocalRandom.current().nextLong(longest / 2 + 1));
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
