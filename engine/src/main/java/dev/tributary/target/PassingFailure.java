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

import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.Optional;
import org.apache.iceberg.exceptions.ServiceFailureException;
import org.apache.iceberg.exceptions.ServiceUnavailableException;

/**
 * A failure of a catalog that may be over the next time: a busy database, a lost connection, a
 * service that is overloaded.
 *
 * @param reason in the catalog's words
 * @param refused nothing of what was asked for was done
 */
record PassingFailure(String reason, boolean refused) {
  private static final int SQLITE_BUSY = 5;
  private static final int SQLITE_LOCKED = 6;
  private static final int SQLITE_PRIMARY_CODE = 0xFF;

  /** What a failure says of itself; empty when it will not pass. */
  static Optional<PassingFailure> of(Throwable failure) {
    for (Throwable it = failure; it != null; it = it.getCause()) {
      if (it instanceof SQLException sql && passes(sql)) {
        return Optional.of(new PassingFailure(sql.getMessage(), busy(sql)));
      }
      if (it instanceof ServiceUnavailableException || it instanceof ServiceFailureException) {
        return Optional.of(new PassingFailure(it.getMessage(), false));
      }
    }
    return Optional.empty();
  }

  private static boolean passes(SQLException failure) {
    return failure instanceof SQLTransientException
        || failure instanceof SQLRecoverableException
        || busy(failure)
        || state(failure, "08");
  }

  // Class 40 of SQL states: rolled back, as by a deadlock.
  private static boolean busy(SQLException failure) {
    int code = failure.getErrorCode() & SQLITE_PRIMARY_CODE;
    boolean sqlite = failure.getClass().getName().startsWith("org.sqlite.");
    return sqlite && (code == SQLITE_BUSY || code == SQLITE_LOCKED) || state(failure, "40");
  }

  private static boolean state(SQLException failure, String sqlStateClass) {
    return failure.getSQLState() != null && failure.getSQLState().startsWith(sqlStateClass);
  }
}
