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
package dev.tributary.app.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The bundle and the sources agree: no key is missing, none is left over, all patterns are valid.
 */
class MessagesTest {
  private static final Path SOURCES = Path.of("src", "main", "java");
  private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\\\n]|\\\\.)*)\"");
  private static final Pattern WHOLE_KEY =
      Pattern.compile("\\btexts\\s*\\.text\\(\\s*\"([^\"]+)\"\\s*[,)]");
  private static final Pattern ENUM_BODY =
      Pattern.compile("\\benum (\\w+)[^{]*\\{((?:[^{}]|\\{[^{}]*\\})*)");

  private final Properties messages = messages();
  private final String sources = sources();

  @Test
  void everyKeyThatIsAskedForExists() {
    Set<String> missing = new TreeSet<>();
    Matcher asked = WHOLE_KEY.matcher(sources);
    while (asked.find()) {
      if (!messages.containsKey(asked.group(1))) {
        missing.add(asked.group(1) + "=");
      }
    }
    assertThat(missing).as("keys to add to messages.properties").isEmpty();
  }

  /**
   * A key in use stands whole in the sources, or its beginning does, or it names an enum's
   * constant.
   */
  @Test
  void everyKeyIsInUse() {
    Set<String> literals = new HashSet<>();
    Matcher literal = LITERAL.matcher(sources);
    while (literal.find()) {
      literals.add(literal.group(1));
    }
    List<String> beginnings =
        literals.stream().filter(text -> text.matches("[a-z-]+(\\.[a-z-]+)*[.-]")).toList();
    List<String> unused =
        messages.stringPropertyNames().stream()
            .filter(key -> !Character.isUpperCase(key.charAt(0)))
            .filter(key -> !literals.contains(key) && !literals.contains(withoutLast(key)))
            .filter(key -> beginnings.stream().noneMatch(key::startsWith))
            .sorted()
            .toList();
    assertThat(unused).as("keys that nobody asks for").isEmpty();
  }

  /** Prompts and tooltips are asked for as the key of what they belong to and an ending. */
  private static String withoutLast(String key) {
    return key.substring(0, Math.max(0, key.lastIndexOf('.')));
  }

  @Test
  void everyConstantOfAnEnumThatIsShownHasAName() {
    Set<String> shown = new TreeSet<>();
    for (String key : messages.stringPropertyNames()) {
      if (Character.isUpperCase(key.charAt(0))) {
        shown.add(key.substring(0, key.indexOf('.')));
      }
    }
    Set<String> missing = new TreeSet<>();
    Matcher body = ENUM_BODY.matcher(sources);
    while (body.find()) {
      if (shown.contains(body.group(1))) {
        for (String constant : constants(body.group(2))) {
          String key = body.group(1) + "." + constant;
          if (!messages.containsKey(key)) {
            missing.add(key + "=");
          }
        }
      }
    }
    assertThat(shown).contains("PageId", "Place", "StepState");
    assertThat(missing).as("names to add to messages.properties").isEmpty();
  }

  private static List<String> constants(String body) {
    String list = body.replaceAll("(?s)/\\*.*?\\*/", "").replaceAll("\\([^)]*\\)", "");
    int end = list.indexOf(';');
    List<String> result = new ArrayList<>();
    for (String name : (end < 0 ? list : list.substring(0, end)).split(",", -1)) {
      if (name.strip().matches("[A-Z][A-Z_0-9]*")) {
        result.add(name.strip());
      }
    }
    return result;
  }

  @Test
  void everyMessageIsAValidPattern() {
    for (String key : messages.stringPropertyNames()) {
      String text =
          new MessageFormat(messages.getProperty(key), Locale.ENGLISH)
              .format(new Object[] {1, 2, 3, 4, 5, 6});
      assertThat(text.replace("${", "")).as(key).isNotBlank().doesNotContain("{");
    }
  }

  @Test
  void messagesAreCalm() {
    for (String key : messages.stringPropertyNames()) {
      assertThat(messages.getProperty(key))
          .as(key)
          .doesNotContain("!")
          .doesNotContainIgnoringCase("please");
    }
  }

  private static Properties messages() {
    Properties properties = new Properties();
    try (Reader reader =
        new InputStreamReader(
            MessagesTest.class.getResourceAsStream("/dev/tributary/texts/messages.properties"),
            StandardCharsets.UTF_8)) {
      properties.load(reader);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties;
  }

  private static String sources() {
    try (Stream<Path> files = Files.walk(SOURCES)) {
      StringBuilder all = new StringBuilder();
      for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
        all.append(Files.readString(file));
      }
      return all.toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
