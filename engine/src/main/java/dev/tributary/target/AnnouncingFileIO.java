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

import java.util.Map;
import java.util.function.Consumer;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;

/** Tells the location of each file before it can be created, and explains failures to write it. */
final class AnnouncingFileIO implements FileIO {
  private static final long serialVersionUID = 1L;

  private final FileIO io;
  private final transient Consumer<String> announcement;

  AnnouncingFileIO(FileIO io, Consumer<String> announcement) {
    this.io = io;
    this.announcement = announcement;
  }

  @Override
  public OutputFile newOutputFile(String location) {
    announcement.accept(location);
    return new WatchedOutputFile(io.newOutputFile(location));
  }

  @Override
  public InputFile newInputFile(String location) {
    return io.newInputFile(location);
  }

  @Override
  public void deleteFile(String location) {
    io.deleteFile(location);
  }

  @Override
  public Map<String, String> properties() {
    return io.properties();
  }
}
