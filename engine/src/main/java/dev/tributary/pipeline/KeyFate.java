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
package dev.tributary.pipeline;

/**
 * What a unit does to a key, as far as it depends on whether the target has the key already: only
 * the first change depends on that, since after any change it is known whether the key is there.
 *
 * @param first the key's first change
 * @param present whether the key is in the target after the unit
 * @param commit the commit of the first change if that is {@link First#LONE_UPDATE}, else 0
 */
record KeyFate(First first, boolean present, int commit) {

  /** Kinds of first changes. */
  enum First {
    INSERT,
    UPDATE,
    /** An UPDATE_AFTER of a key that had no UPDATE_BEFORE in its commit. */
    LONE_UPDATE,
    DELETE
  }

  private static final First[] FIRSTS = First.values();

  /** The fate as a number that is not negative. */
  int code() {
    return first.ordinal() | (present ? 4 : 0) | commit << 3;
  }

  static KeyFate ofCode(int code) {
    return new KeyFate(FIRSTS[code & 3], (code & 4) != 0, code >>> 3);
  }
}
