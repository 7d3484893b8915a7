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
package dev.tributary.spec;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A text with references to the environment: {@code ${NAME}}; {@code $${} is a literal one. */
public record Template(List<Part> parts) {
  private static final Pattern REFERENCE =
      Pattern.compile("\\$\\$\\{|\\$\\{([A-Za-z_][A-Za-z0-9_]*)}|\\$\\{");

  public Template {
    parts = List.copyOf(parts);
  }

  /** A piece of a text. */
  public sealed interface Part {}

  /** A piece that stands for itself. */
  public record Literal(String text) implements Part {}

  /** A piece that the environment variable of this name holds. */
  public record Variable(String name) implements Part {}

  /**
   * Parses a text.
   *
   * @throws IllegalArgumentException when <code>${</code> is not followed by a name and a brace
   */
  public static Template parse(String text) {
    List<Part> parts = new ArrayList<>();
    StringBuilder literal = new StringBuilder();
    Matcher matcher = REFERENCE.matcher(text);
    int end = 0;
    while (matcher.find()) {
      literal.append(text, end, matcher.start());
      end = matcher.end();
      if (matcher.group().equals("$${")) {
        literal.append("${");
      } else if (matcher.group(1) == null) {
        throw new IllegalArgumentException(
            "'${' must be followed by the name of an environment variable and '}'; write '$${' for"
                + " the characters themselves");
      } else {
        addLiteral(literal, parts);
        parts.add(new Variable(matcher.group(1)));
      }
    }
    literal.append(text.substring(end));
    addLiteral(literal, parts);
    return new Template(parts);
  }

  private static void addLiteral(StringBuilder literal, List<Part> parts) {
    if (!literal.isEmpty()) {
      parts.add(new Literal(literal.toString()));
      literal.setLength(0);
    }
  }

  /** A text that, parsed, is this value without any reference. */
  public static String escape(String value) {
    return value.replace("${", "$${");
  }

  /** Whether there is any reference. */
  public boolean refers() {
    return parts.stream().anyMatch(Variable.class::isInstance);
  }

  /** The text with each variable's value in its place. */
  String resolve(Function<String, String> environment) {
    return parts.stream()
        .map(
            part ->
                part instanceof Variable variable
                    ? environment.apply(variable.name())
                    : ((Literal) part).text())
        .collect(Collectors.joining());
  }
}
