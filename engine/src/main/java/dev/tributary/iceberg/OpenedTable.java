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

import dev.tributary.catalog.PathRewrites;
import java.io.Closeable;
import java.io.IOException;
import java.util.function.Supplier;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.io.FileIO;

/**
 * A table as it was when it was opened, and access to its files.
 *
 * @param name what the spec calls it
 * @param now looks the current metadata up; the same object while there is no other
 * @param owner what has to be closed with it
 */
record OpenedTable(
    String name,
    TableMetadata metadata,
    FileIO io,
    PathRewrites rewrites,
    Supplier<TableMetadata> now,
    Closeable owner)
    implements Closeable {

  /** The same table with later metadata. */
  OpenedTable with(TableMetadata later) {
    return new OpenedTable(name, later, io, rewrites, now, owner);
  }

  @Override
  public void close() throws IOException {
    owner.close();
  }
}
