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

import java.io.Closeable;
import java.io.IOException;
import java.util.function.BooleanSupplier;
import org.apache.iceberg.FileScanTask;

/** Takes the positions of located rows, and then removes all of them. Not thread-safe. */
interface RowRemover extends Closeable {

  void remove(FileScanTask file, long position);

  /**
   * Removes the rows that were told; writes nothing when there are none.
   *
   * @param matchedKeys what {@link Located} is to hold of the keys
   */
  Located complete(byte[] matchedKeys, BooleanSupplier cancelled) throws IOException;
}
