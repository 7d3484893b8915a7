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

/** It could not be found out whether a commit stands; its files must not be touched. */
public final class UnknownCommit extends RunException {
  private static final long serialVersionUID = 1L;

  UnknownCommit(String table) {
    super(
        String.format(
            "The catalog did not tell whether the last commit to %s stands. Run again: what stands"
                + " is recognized and not applied twice.",
            table));
  }
}
