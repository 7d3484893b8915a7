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
package dev.tributary;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table of known pitfalls names tests that exist, or says why a row does not apply. */
class PitfallsTableTest {
  private static final Pattern ROW = Pattern.compile("\\| ([A-Z]\\d+) \\| (.+) \\| (.+) \\|");
  private static final Pattern TEST =
      Pattern.compile("`((?:[a-z]+\\.)*[A-Z]\\w*Test)(?:#(\\w+))?`");
  private static final String DOES_NOT_APPLY = "does not apply: ";

  @Test
  void everyRowNamesATestThatExistsOrSaysWhyNot() throws IOException {
    Path root = root();
    List<Path> sources = testSources(root);
    List<String> ids = new ArrayList<>();
    List<String> wrong = new ArrayList<>();
    for (String line : Files.readAllLines(root.resolve("docs/pitfalls.md"))) {
      Matcher row = ROW.matcher(line);
      if (row.matches()) {
        ids.add(row.group(1));
        wrong.addAll(wrong(row, sources));
      }
    }
    assertThat(ids).doesNotHaveDuplicates().hasSizeGreaterThan(100);
    assertThat(wrong).isEmpty();
  }

  private static List<String> wrong(Matcher row, List<Path> sources) throws IOException {
    if (row.group(3).startsWith(DOES_NOT_APPLY)) {
      return List.of();
    }
    List<String> wrong = new ArrayList<>();
    int named = 0;
    for (Matcher test = TEST.matcher(row.group(3)); test.find(); named++) {
      Path file = Path.of(test.group(1).replace('.', '/') + ".java");
      List<Path> found = sources.stream().filter(source -> source.endsWith(file)).toList();
      if (found.size() != 1) {
        wrong.add(row.group(1) + ": " + test.group(1) + " is " + found);
      } else if (test.group(2) != null
          && !Files.readString(found.get(0)).contains("void " + test.group(2) + "(")) {
        wrong.add(row.group(1) + ": " + found.get(0) + " has no " + test.group(2));
      }
    }
    if (named == 0) {
      wrong.add(row.group(1) + " names no test");
    }
    return wrong;
  }

  private static List<Path> testSources(Path root) throws IOException {
    List<Path> sources = new ArrayList<>();
    for (String module : List.of("engine", "app", "interop/oracle")) {
      try (Stream<Path> files = Files.walk(root.resolve(module).resolve("src/test/java"))) {
        files.filter(file -> file.toString().endsWith("Test.java")).forEach(sources::add);
      }
    }
    return sources;
  }

  /** The folder of the whole project: tests start in it or in one of its modules. */
  private static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("docs/pitfalls.md"))) {
      folder = folder.getParent();
    }
    return folder;
  }
}
