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
package dev.tributary.source;

import dev.tributary.changes.ChangeKind;

/**
 * How a filtered log of changes says of an entry whether its row passes: plans of {@link
 * SourceTable#asLog} use the kinds of updates, which entries of a log do not have, for those that
 * do not.
 */
public final class LogEntries {
  private LogEntries() {}

  /** The kind of an entry that was added to the log or taken out of it, and does not pass. */
  public static ChangeKind outside(ChangeKind read) {
    return read.removes() ? ChangeKind.UPDATE_BEFORE : ChangeKind.UPDATE_AFTER;
  }

  /** Whether the row of an entry does not pass. */
  public static boolean isOutside(ChangeKind read) {
    return read == ChangeKind.UPDATE_BEFORE || read == ChangeKind.UPDATE_AFTER;
  }
}
