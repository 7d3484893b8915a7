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
package dev.tributary.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tributary.errors.SpecException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.FileInfo;
import org.apache.iceberg.io.PositionOutputStream;
import org.apache.iceberg.io.SeekableInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocalFileIOTest {
  @TempDir private Path folder;
  private final LocalFileIO io = io();

  private static LocalFileIO io() {
    LocalFileIO io = new LocalFileIO();
    io.setConf(new Configuration(false));
    io.initialize(Map.of());
    return io;
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "file:", "file://", "file://localhost"})
  void allFormsOfALocationNameOneFile(String prefix) throws IOException {
    write(folder.resolve("deep/er/a.txt").toString(), "x");
    String location = prefix + folder + "/deep/er/a.txt";
    assertThat(read(io, location)).isEqualTo("x");
    assertThat(io.newInputFile(location).location()).isEqualTo(location);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Brand%2321", "a b", "100%", "ü ñ", "a+b", "x#y?z", "%zz"})
  void namesAreWhatTheLocationSaysLiterally(String name) throws IOException {
    write("file:" + folder + "/" + name, name);
    assertThat(folder.resolve(name)).hasContent(name);
    assertThat(read(io, "file:" + folder + "/" + name)).isEqualTo(name);
    assertThat(locations(io.listPrefix("file:" + folder)))
        .containsExactly("file:" + folder + "/" + name);
  }

  @Test
  void pastedUriFindsTheFileThatItsEscapesStandFor() throws IOException {
    Path file = Files.writeString(folder.resolve("a b+c.txt"), "x");
    assertThat(read(io, file.toUri().toString())).isEqualTo("x");
  }

  @Test
  void literalNameWinsOverDecodedOne() throws IOException {
    Files.writeString(folder.resolve("a%20b"), "literal");
    Files.writeString(folder.resolve("a b"), "decoded");
    assertThat(read(io, "file:" + folder + "/a%20b")).isEqualTo("literal");
  }

  @Test
  void staleChecksumSidecarsAreOfNoAccount() throws IOException {
    Files.writeString(folder.resolve("a.parquet"), "data");
    Files.writeString(folder.resolve(".a.parquet.crc"), "nonsense");
    assertThat(read(io, folder + "/a.parquet")).isEqualTo("data");
  }

  @Test
  void createRefusesAnExistingFile() throws IOException {
    write(folder + "/a", "1");
    assertThatThrownBy(() -> io.newOutputFile(folder + "/a").create())
        .isInstanceOf(AlreadyExistsException.class)
        .hasMessageContaining(folder + "/a");
    write(folder + "/a", "2");
    assertThat(read(io, folder + "/a")).isEqualTo("2");
  }

  @Test
  void missingFileIsNamed() {
    assertThatThrownBy(() -> io.newInputFile("file:" + folder + "/none").newStream())
        .isInstanceOf(NotFoundException.class)
        .hasMessageContaining("file:" + folder + "/none");
    assertThatThrownBy(() -> io.newInputFile(folder + "/none").getLength())
        .isInstanceOf(NotFoundException.class);
    assertThat(io.newInputFile(folder + "/none").exists()).isFalse();
  }

  @Test
  void seeksAndCountsPositions() throws IOException {
    try (PositionOutputStream out = io.newOutputFile(folder + "/a").create()) {
      out.write("0123".getBytes(StandardCharsets.UTF_8));
      out.write('4');
      assertThat(out.getPos()).isEqualTo(5);
    }
    try (SeekableInputStream in = io.newInputFile(folder + "/a").newStream()) {
      in.seek(3);
      assertThat(in.read()).isEqualTo('3');
      assertThat(in.getPos()).isEqualTo(4);
      assertThat(in.read()).isEqualTo('4');
      assertThat(in.read()).isEqualTo(-1);
    }
  }

  @Test
  void listsBelowAFolderOrFromAPrefix() throws IOException {
    write(folder + "/t/data/a", "1");
    write(folder + "/t/data/b", "22");
    write(folder + "/t2/c", "3");
    assertThat(locations(io.listPrefix(folder + "/t/")))
        .containsExactlyInAnyOrder(folder + "/t/data/a", folder + "/t/data/b");
    assertThat(locations(io.listPrefix(folder + "/t/data/b")))
        .containsExactly(folder + "/t/data/b");
    assertThat(io.listPrefix(folder + "/none")).isEmpty();
    io.deletePrefix(folder + "/t");
    assertThat(folder.resolve("t")).doesNotExist();
    assertThat(folder.resolve("t2/c")).exists();
  }

  @Test
  void travelsToWorkers() throws Exception {
    write(folder + "/a", "x");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(io);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      assertThat(read((FileIO) in.readObject(), folder + "/a")).isEqualTo("x");
    }
  }

  @Test
  void otherHostsAreRefused() {
    assertThatThrownBy(() -> io.newInputFile("file://data/x"))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("'data' is not this machine");
  }

  private void write(String location, String text) throws IOException {
    try (PositionOutputStream out = io.newOutputFile(location).createOrOverwrite()) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  private static String read(FileIO io, String location) throws IOException {
    try (SeekableInputStream in = io.newInputFile(location).newStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static List<String> locations(Iterable<FileInfo> files) {
    List<String> locations = new ArrayList<>();
    files.forEach(file -> locations.add(file.location()));
    return locations;
  }
}
