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

import java.io.Serializable;
import java.util.Map;

/** What a commit brings once and only once, and how a table tells whether it has it. */
public interface Claim extends Serializable {

  /** Whether a claim may be committed to a table. */
  enum Standing {
    /** It may. */
    OPEN,
    /** The table has it already. */
    STANDS,
    /** The table is past it, or never was at the point that it follows; it must not be. */
    MOVED
  }

  /** Names the claim in the snapshot summary; never used for anything else. */
  String id();

  /** Table properties that the commit sets. */
  Map<String, String> properties();

  /** Entries of the snapshot summary, its id among them. */
  Map<String, String> summary();

  /** What the table's properties say, when no snapshot with the id is left. */
  Standing standing(Map<String, String> properties);
}
