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

/**
 * The changed keys of a unit, in chunks of which each fits in memory. The keys of all chunks are
 * numbered through, in the order of the chunks.
 */
public interface KeyChunks extends Serializable {

  /** Number of chunks. */
  int count();

  /** A chunk's keys; loading it again is cheap while it is still in use elsewhere. */
  KeySet load(int chunk);

  /** The number of the first key of a chunk among all keys. */
  long firstKey(int chunk);
}
