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
import java.io.Serializable;
import java.util.List;
import java.util.Set;

/**
 * Which of a plan's changes count, by commit and kind. It is asked about resolved changes: kinds as
 * they are after removed and added rows were paired. An update is one change, and counts with both
 * of its images where its UPDATE_AFTER does.
 */
public final class ChangeSelection implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Every change counts. */
  public static final ChangeSelection ALL = new ChangeSelection(new byte[0]);

  private final byte[] kinds;

  private ChangeSelection(byte[] kinds) {
    this.kinds = kinds;
  }

  /**
   * @param kinds for each commit of the plan, the kinds that count
   */
  public static ChangeSelection of(List<Set<ChangeKind>> kinds) {
    byte[] masks = new byte[kinds.size()];
    for (int i = 0; i < masks.length; i++) {
      for (ChangeKind kind : kinds.get(i)) {
        masks[i] |= (byte) (1 << kind.ordinal());
      }
    }
    return new ChangeSelection(masks);
  }

  /** The selection among the changes of one commit, which is then commit 0. */
  public ChangeSelection ofCommit(int commit) {
    return isAll() ? this : new ChangeSelection(new byte[] {kinds[commit]});
  }

  /** Whether every change counts. */
  public boolean isAll() {
    return kinds.length == 0;
  }

  /** Whether a change counts. */
  public boolean selects(int commit, ChangeKind kind) {
    ChangeKind change = kind == ChangeKind.UPDATE_BEFORE ? ChangeKind.UPDATE_AFTER : kind;
    return isAll() || (kinds[commit] & 1 << change.ordinal()) != 0;
  }
}
