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
package dev.tributary.delta;

import io.delta.kernel.defaults.engine.fileio.FileIO;
import io.delta.kernel.defaults.engine.fileio.InputFile;
import io.delta.kernel.defaults.engine.fileio.OutputFile;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Sends each path to the file access of its scheme, since a table's log may name files elsewhere
 * (shallow clones). Hadoop is only loaded when a path needs it.
 */
final class SchemeFileIO implements FileIO {
  private final FileIO local;
  private final Supplier<FileIO> openRemote;
  private final boolean tableIsLocal;
  private FileIO remote;

  SchemeFileIO(FileIO local, Supplier<FileIO> openRemote, boolean tableIsLocal) {
    this.local = local;
    this.openRemote = openRemote;
    this.tableIsLocal = tableIsLocal;
  }

  private FileIO of(String path) {
    return LocalFileIO.handles(path) ? local : remote();
  }

  private synchronized FileIO remote() {
    if (remote == null) {
      remote = openRemote.get();
    }
    return remote;
  }

  @Override
  public CloseableIterator<FileStatus> listFrom(String path) throws IOException {
    return of(path).listFrom(path);
  }

  @Override
  public FileStatus getFileStatus(String path) throws IOException {
    return of(path).getFileStatus(path);
  }

  @Override
  public String resolvePath(String path) throws IOException {
    return of(path).resolvePath(path);
  }

  @Override
  public boolean mkdirs(String path) throws IOException {
    return of(path).mkdirs(path);
  }

  @Override
  public InputFile newInputFile(String path, long fileSize) {
    return of(path).newInputFile(path, fileSize);
  }

  @Override
  public OutputFile newOutputFile(String path) {
    return of(path).newOutputFile(path);
  }

  @Override
  public boolean delete(String path) throws IOException {
    return of(path).delete(path);
  }

  @Override
  public Optional<String> getConf(String key) {
    return tableIsLocal ? local.getConf(key) : remote().getConf(key);
  }

  @Override
  public void copyFileAtomically(String source, String destination, boolean overwrite)
      throws IOException {
    of(destination).copyFileAtomically(source, destination, overwrite);
  }
}
