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
package dev.tributary.benchmark.data;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.function.Consumer;

/** Where tables are kept from run to run, each under what it was made from. */
public final class DataFolder {
  private static final String DEFINITION = "definition.txt";

  private final Path folder;

  public DataFolder(Path folder) {
    this.folder = folder.toAbsolutePath();
  }

  /**
   * The folder of a data set, which is made unless it is there whole.
   *
   * @param name of the data set, for people
   * @param definition all that its content depends on; another one is another data set
   * @param make fills the folder, which is empty
   */
  public Path dataSet(String name, String definition, Consumer<Path> make) {
    Path dataSet = folder.resolve(name + "-" + digest(definition));
    Path marker = dataSet.resolve(DEFINITION);
    try {
      if (!Files.exists(marker)) {
        Folders.delete(dataSet);
        Files.createDirectories(dataSet);
        make.accept(dataSet);
        // Written last: what has it is whole.
        Files.writeString(marker, definition);
      }
      return dataSet;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String digest(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest, 0, 6);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
