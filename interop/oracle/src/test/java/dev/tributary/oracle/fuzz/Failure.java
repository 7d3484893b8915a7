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
package dev.tributary.oracle.fuzz;

/** Something that should not have come of a scenario. */
final class Failure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Kind kind;

  Failure(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  /** Kinds of failures. */
  enum Kind {
    /** Spark finds other rows in the target than in the source. */
    DIFFERENT,
    /** The run ended with an error. */
    REFUSED,
    /** Spark refused the statement that an error told the user to run. */
    ADVICE,
    /** Our comparison and Spark's do not agree. */
    VERIFY,
    /** A second run found something to do. */
    REPEATED,
    /** Something else was thrown. */
    BROKEN
  }

  Kind kind() {
    return kind;
  }
}
