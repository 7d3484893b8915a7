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
package dev.tributary.app.wizard;

import java.util.Objects;

/** Whether a page has all that the next one needs. */
public sealed interface Readiness {

  /** All is there. */
  record Ready() implements Readiness {}

  /** Something is still to be entered, chosen or awaited; {@code what} says so in one line. */
  record Missing(String what) implements Readiness {
    public Missing {
      Objects.requireNonNull(what, "what");
    }
  }

  /** Something is wrong; {@code why} says so in one line. */
  record Blocked(String why) implements Readiness {
    public Blocked {
      Objects.requireNonNull(why, "why");
    }
  }

  Readiness READY = new Ready();

  /** Whether the wizard can go on. */
  default boolean ready() {
    return this instanceof Ready;
  }

  /** What keeps the wizard from going on; empty when nothing does. */
  default String reason() {
    if (this instanceof Missing missing) {
      return missing.what();
    }
    return this instanceof Blocked blocked ? blocked.why() : "";
  }
}
