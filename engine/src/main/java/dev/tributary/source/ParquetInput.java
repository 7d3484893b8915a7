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

import java.io.IOException;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.SeekableInputStream;
import org.apache.parquet.io.DelegatingSeekableInputStream;

/** A file as Parquet's own readers want it. */
public record ParquetInput(InputFile file) implements org.apache.parquet.io.InputFile {
  @Override
  public long getLength() {
    return file.getLength();
  }

  @Override
  public org.apache.parquet.io.SeekableInputStream newStream() {
    SeekableInputStream stream = file.newStream();
    return new DelegatingSeekableInputStream(stream) {
      @Override
      public long getPos() throws IOException {
        return stream.getPos();
      }

      @Override
      public void seek(long position) throws IOException {
        stream.seek(position);
      }
    };
  }
}
