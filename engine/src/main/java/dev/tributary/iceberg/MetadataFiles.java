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

import dev.tributary.errors.Area;
import dev.tributary.errors.SourceException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.FileInfo;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.SupportsPrefixOperations;

/** Finds the current metadata file of a table that no catalog knows. */
final class MetadataFiles {
  private static final Pattern NUMBERED =
      Pattern.compile("v?(\\d+)(-.*)?(\\.gz)?\\.metadata\\.json(\\.gz)?");
  private static final List<String> EXTENSIONS =
      List.of(".metadata.json", ".gz.metadata.json", ".metadata.json.gz");

  private final FileIO io;
  private final String folder;
  private final String location;

  MetadataFiles(FileIO io, String location) {
    this.io = io;
    this.location = location;
    this.folder = location + (location.endsWith("/") ? "" : "/") + "metadata/";
  }

  /**
   * The file that the version hint names, or a newer one behind it, as the hadoop catalog does;
   * without a hint the file with the highest number, and the last updated among equals.
   *
   * @throws SourceException when there is none, or it cannot be told which is the latest
   */
  String latest() {
    return hinted().orElseGet(this::highest);
  }

  private Optional<String> hinted() {
    InputFile hint = io.newInputFile(folder + "version-hint.text");
    if (!hint.exists()) {
      return Optional.empty();
    }
    String text = text(hint);
    if (!text.matches("\\d{1,9}")) {
      return existing(text);
    }
    int version = Integer.parseInt(text);
    Optional<String> latest = existing("v" + version);
    Optional<String> next = latest;
    while (next.isPresent()) {
      latest = next;
      version++;
      next = existing("v" + version);
    }
    return latest;
  }

  private Optional<String> existing(String stem) {
    return EXTENSIONS.stream()
        .map(extension -> folder + stem + extension)
        .filter(file -> io.newInputFile(file).exists())
        .findFirst();
  }

  private String highest() {
    if (!(io instanceof SupportsPrefixOperations lister)) {
      throw new SourceException(
          Area.SOURCE,
          String.format(
              "Cannot list %s with %s; give the metadata file instead of the location.",
              folder, io.getClass().getSimpleName()));
    }
    long best = -1;
    List<String> newest = new ArrayList<>();
    List<String> unnumbered = new ArrayList<>();
    for (FileInfo file : lister.listPrefix(folder)) {
      String name = file.location().substring(file.location().lastIndexOf('/') + 1);
      Matcher numbered = NUMBERED.matcher(name);
      if (numbered.matches()) {
        long number = Long.parseLong(numbered.group(1));
        if (number > best) {
          newest.clear();
          best = number;
        }
        if (number == best) {
          newest.add(file.location());
        }
      } else if (name.endsWith(".metadata.json") || name.endsWith(".metadata.json.gz")) {
        unnumbered.add(file.location());
      }
    }
    List<String> candidates = new ArrayList<>(newest);
    candidates.addAll(unnumbered);
    if (candidates.isEmpty()) {
      throw new SourceException(
          Area.SOURCE,
          String.format(
              "There is no Iceberg table at %s: no *.metadata.json in %s.", location, folder));
    }
    return candidates.size() == 1 ? candidates.get(0) : lastUpdated(candidates);
  }

  /** Writers that lost a race leave files with the winner's number; some writers do not number. */
  private String lastUpdated(List<String> files) {
    String latest = files.get(0);
    long latestMillis = Long.MIN_VALUE;
    for (String file : files) {
      long millis = TableOpener.read(io, file).lastUpdatedMillis();
      if (millis > latestMillis) {
        latest = file;
        latestMillis = millis;
      }
    }
    return latest;
  }

  private static String text(InputFile file) {
    try (var in = file.newStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + file.location(), e);
    }
  }
}
