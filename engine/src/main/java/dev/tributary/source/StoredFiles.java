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

import java.io.Serializable;

/** Opens the files of a {@link StoredState}. Travels to workers, and may be used by any thread. */
public interface StoredFiles extends Serializable {

  /**
   * The file that a task of the state's plan reads.
   *
   * @throws dev.tributary.errors.SourceException when it, or a file with its deletes, is missing or
   *     broken
   */
  StoredFile open(ReadTask task);
}
