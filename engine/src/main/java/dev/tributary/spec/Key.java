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

import dev.tributary.spec.SourceSpec.SourceFormat;
import java.util.List;
import java.util.Optional;

/**
 * One key of the spec file: what parsing allows and the JSON Schema says.
 *
 * @param aliases other names of the same key
 * @param allowed the values that a choice may have
 * @param only the source format that the key is for; empty: both
 * @param minimum of a number
 */
record Key(
    String name,
    Shape shape,
    String description,
    List<String> aliases,
    List<String> allowed,
    Optional<SourceFormat> only,
    long minimum) {

  /** What a value looks like. */
  enum Shape {
    TEXT("a text"),
    CHOICE("one of the allowed values"),
    INTEGER("a whole number"),
    BOOLEAN("true or false"),
    TIME(
        "a point in time: milliseconds since 1970, or ISO-8601 with a zone such as"
            + " 2024-01-31T10:00:00Z"),
    TEXTS("a list of texts, such as [a, b]"),
    PROPERTIES("a mapping of names to values, such as {name: value}"),
    SECTION("a section with keys of its own"),
    SECTIONS("a list of sections with keys of their own");

    private final String words;

    Shape(String words) {
      this.words = words;
    }

    /** The shape in words, for error messages. */
    String words() {
      return words;
    }
  }

  static Key of(String name, Shape shape, String description) {
    return new Key(name, shape, description, List.of(), List.of(), Optional.empty(), 0);
  }

  static <E extends Enum<E>> Key choice(String name, Class<E> values, String description) {
    return choice(name, Words.of(values), description);
  }

  static Key choice(String name, List<String> values, String description) {
    return new Key(name, Shape.CHOICE, description, List.of(), values, Optional.empty(), 0);
  }

  static Key number(String name, long minimum, String description) {
    return new Key(
        name, Shape.INTEGER, description, List.of(), List.of(), Optional.empty(), minimum);
  }

  Key only(SourceFormat format) {
    return new Key(name, shape, description, aliases, allowed, Optional.of(format), minimum);
  }

  Key alias(String... names) {
    return new Key(name, shape, description, List.of(names), allowed, only, minimum);
  }
}
