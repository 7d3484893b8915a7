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

import java.io.IOException;
import java.util.NoSuchElementException;
import java.util.OptionalLong;
import java.util.function.LongPredicate;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.CloseableIterator;

/** Reads single rows out of a file of a format that has to be read in whole. */
final class ScanningPicker implements CloseableIterator<PickedRow> {
  private final CloseableIterable<Record> source;
  private final CloseableIterator<Record> rows;
  private final Schema schema;
  private final LongPredicate wanted;
  private final OptionalLong stated;
  private long read;
  private PickedRow next;

  /**
   * @param source rows of the schema with their position as one more column
   * @param stated how many rows there have to be, if that is known
   */
  ScanningPicker(
      CloseableIterable<Record> source, Schema schema, LongPredicate wanted, OptionalLong stated) {
    this.source = source;
    this.rows = source.iterator();
    this.schema = schema;
    this.wanted = wanted;
    this.stated = stated;
  }

  @Override
  public boolean hasNext() {
    while (next == null && rows.hasNext()) {
      Record row = rows.next();
      read++;
      long position = (Long) row.get(schema.columns().size());
      if (wanted.test(position)) {
        next = new PickedRow(position, without(row));
      }
    }
    if (next == null && stated.isPresent()) {
      DataFiles.requireStated(read, stated.getAsLong());
    }
    return next != null;
  }

  private Record without(Record positioned) {
    Record row = GenericRecord.create(schema);
    for (int i = 0; i < row.size(); i++) {
      row.set(i, positioned.get(i));
    }
    return row;
  }

  @Override
  public PickedRow next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    PickedRow row = next;
    next = null;
    return row;
  }

  @Override
  public void close() throws IOException {
    try (source) {
      rows.close();
    }
  }
}
