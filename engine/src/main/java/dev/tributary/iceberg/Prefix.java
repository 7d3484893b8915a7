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
package dev.tributary.iceberg;

import org.apache.iceberg.StructLike;

/** The first columns of a row, without copying them. */
final class Prefix implements StructLike {
  private final int size;
  private StructLike row;

  Prefix(int size) {
    this.size = size;
  }

  Prefix of(StructLike newRow) {
    row = newRow;
    return this;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public <T> T get(int position, Class<T> type) {
    return row.get(position, type);
  }

  @Override
  public <T> void set(int position, T value) {
    throw new UnsupportedOperationException("A view of a row is read-only");
  }
}
