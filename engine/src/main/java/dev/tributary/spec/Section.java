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

import dev.tributary.errors.SpecException;
import dev.tributary.errors.Suggestions;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * One mapping of the file with the keys it may have. Reads values in their shape, or says exactly
 * where and how they differ from it.
 */
final class Section {
  private static final long MICROSECONDS_FROM = 100_000_000_000_000L;
  private static final long SECONDS_FROM = 1_000_000_000L;
  private static final long SECONDS_TO = 100_000_000_000L;

  private final ReadContext context;
  private final String path;
  private final Node node;
  private final List<Key> keys;
  private final Map<String, Entry> entries = new LinkedHashMap<>();

  /**
   * @param path where the section is, such as {@code source}; empty: the whole file
   */
  Section(ReadContext context, String path, Node node, List<Key> keys) {
    this.context = context;
    this.path = path;
    this.node = node;
    this.keys = keys;
    if (!(node instanceof MappingNode mapping)) {
      throw context.error(
          node,
          (path.isEmpty() ? "a spec file" : "key '" + path + "'")
              + " must be a mapping of keys to values, and is "
              + described(node)
              + "; the keys are "
              + names()
              + ".");
    }
    mapping.getValue().forEach(this::add);
  }

  private void add(NodeTuple tuple) {
    String written = context.plainKey(tuple.getKeyNode(), path);
    Key key =
        keys.stream()
            .filter(k -> k.name().equals(written) || k.aliases().contains(written))
            .findFirst()
            .orElseThrow(() -> unknown(tuple.getKeyNode(), written));
    Entry entry = new Entry(key, written, tuple.getKeyNode(), tuple.getValueNode());
    Entry other = entries.putIfAbsent(key.name(), entry);
    if (other != null) {
      throw context.error(
          tuple.getKeyNode(),
          other.written().equals(written)
              ? String.format(
                  "key '%s' is there twice, first on line %d: remove one.",
                  at(written), ReadContext.line(other.keyNode()))
              : String.format(
                  "keys '%s' and '%s' mean the same: remove one.",
                  at(other.written()), at(written)));
    }
  }

  private SpecException unknown(Node keyNode, String written) {
    List<String> known =
        keys.stream()
            .flatMap(key -> Stream.concat(Stream.of(key.name()), key.aliases().stream()))
            .toList();
    return context.error(
        keyNode,
        String.format(
            "unknown key '%s'%s; allowed here are %s.",
            at(written), Suggestions.didYouMean(written, known), names()));
  }

  private String names() {
    return String.join(", ", keys.stream().map(Key::name).toList());
  }

  /** The keys that are there, by the names that the grammar gives them. */
  Set<String> present() {
    Set<String> present = new LinkedHashSet<>();
    entries.forEach(
        (name, entry) -> {
          if (!isNull(entry.value())) {
            present.add(name);
          }
        });
    return present;
  }

  boolean has(String name) {
    return present().contains(name);
  }

  void require(List<String> names) {
    for (String name : names) {
      if (!has(name)) {
        throw context.error(
            entries.containsKey(name) ? entries.get(name).keyNode() : node,
            String.format("key '%s' is missing: give %s.", at(name), key(name).shape().words()));
      }
    }
  }

  /** An error about a key that is there, or about the section when it is not. */
  SpecException error(String name, String message) {
    Entry entry = entries.get(name);
    return entry == null
        ? context.error(node, "key '" + at(name) + "' " + message)
        : context.error(
            entry.keyNode(),
            String.format(
                "key '%s'%s %s", at(entry.written()), valueWords(entry.value()), message));
  }

  private String valueWords(Node value) {
    return value instanceof ScalarNode scalar ? " with the value '" + shown(scalar) + "'" : "";
  }

  private String shown(ScalarNode scalar) {
    return Secrets.isSecret(path) ? "***" : scalar.getValue();
  }

  Optional<String> text(String name) {
    return scalar(name).map(scalar -> text(at(name), scalar));
  }

  private String text(String at, ScalarNode scalar) {
    if (!scalar.getTag().equals(Tag.STR)) {
      throw context.error(
          scalar,
          String.format(
              "key '%s' has the value %s, which YAML reads as %s: a text is needed, put it in"
                  + " quotes.",
              at, scalar.getValue(), tagWords(scalar)));
    }
    String value = context.resolve(at, scalar);
    if (value.isBlank()) {
      throw context.error(
          scalar, String.format("key '%s' has an empty value: give a text or remove it.", at));
    }
    return value;
  }

  <E extends Enum<E>> E choice(String name, Class<E> type, E byDefault) {
    Optional<String> word = choice(name);
    for (E constant : type.getEnumConstants()) {
      if (word.isPresent() && Words.of(constant).equals(word.get())) {
        return constant;
      }
    }
    return byDefault;
  }

  Optional<String> choice(String name) {
    return scalar(name)
        .map(
            scalar -> {
              String value = context.resolve(at(name), scalar);
              List<String> allowed = key(name).allowed();
              String word =
                  allowed.stream()
                      .filter(value::equalsIgnoreCase)
                      .findFirst()
                      .orElseThrow(
                          () ->
                              context.error(
                                  scalar,
                                  String.format(
                                      "key '%s' has the value '%s'%s; allowed are %s.",
                                      at(name),
                                      scalar.getValue(),
                                      Suggestions.didYouMean(value, allowed),
                                      String.join(", ", allowed))));
              context.remember(at(name), scalar, word);
              return word;
            });
  }

  Optional<Boolean> bool(String name) {
    return scalar(name)
        .map(
            scalar -> {
              String value = context.resolve(at(name), scalar);
              if (!value.equals("true") && !value.equals("false")) {
                throw wrongShape(name, scalar);
              }
              context.remember(at(name), scalar, value);
              return Boolean.valueOf(value);
            });
  }

  OptionalLong number(String name) {
    Optional<ScalarNode> scalar = scalar(name);
    if (scalar.isEmpty()) {
      return OptionalLong.empty();
    }
    long number;
    try {
      number = Long.parseLong(context.resolve(at(name), scalar.get()));
    } catch (NumberFormatException e) {
      throw wrongShape(name, scalar.get());
    }
    long minimum = key(name).minimum();
    if (number < minimum) {
      throw context.error(
          scalar.get(),
          String.format(
              "key '%s' has the value %d; it must be at least %d.", at(name), number, minimum));
    }
    context.remember(at(name), scalar.get(), Long.toString(number));
    return OptionalLong.of(number);
  }

  Optional<Integer> integer(String name) {
    OptionalLong number = number(name);
    if (number.isPresent() && number.getAsLong() > Integer.MAX_VALUE) {
      throw error(name, "is too large; it must be at most " + Integer.MAX_VALUE + ".");
    }
    return number.isPresent() ? Optional.of((int) number.getAsLong()) : Optional.empty();
  }

  Optional<Instant> time(String name) {
    return scalar(name)
        .map(
            scalar -> {
              Instant time = time(name, scalar, context.resolve(at(name), scalar));
              context.remember(at(name), scalar, time.toString());
              return time;
            });
  }

  private Instant time(String name, ScalarNode scalar, String value) {
    if (value.matches("\\d{1,18}")) {
      long millis = Long.parseLong(value);
      boolean seconds = millis >= SECONDS_FROM && millis < SECONDS_TO;
      if (seconds || millis >= MICROSECONDS_FROM) {
        throw context.error(
            scalar,
            String.format(
                "key '%s' has the value %s, which in milliseconds is %s; it looks like %s: give"
                    + " milliseconds since 1970, or ISO-8601 such as 2024-01-31T10:00:00Z.",
                at(name),
                value,
                Instant.ofEpochMilli(millis),
                seconds ? "seconds" : "micro- or nanoseconds"));
      }
      return Instant.ofEpochMilli(millis);
    }
    try {
      return OffsetDateTime.parse(value.replaceFirst("^(\\S+) ", "$1T")).toInstant();
    } catch (DateTimeException e) {
      throw wrongShape(name, scalar);
    }
  }

  List<String> texts(String name) {
    Entry entry = entries.get(name);
    if (entry == null || isNull(entry.value())) {
      return List.of();
    }
    if (!(entry.value() instanceof SequenceNode sequence)) {
      throw wrongShape(name, entry.value());
    }
    Set<String> texts = new LinkedHashSet<>();
    for (Node item : sequence.getValue()) {
      String at = at(name) + "[" + texts.size() + "]";
      if (!(item instanceof ScalarNode scalar) || isNull(item)) {
        throw context.error(
            item, String.format("key '%s' has %s; a text is needed.", at, described(item)));
      }
      if (!texts.add(text(at, scalar))) {
        throw context.error(
            item,
            String.format("key '%s' has '%s' twice: remove one.", at(name), scalar.getValue()));
      }
    }
    return List.copyOf(texts);
  }

  Map<String, String> properties(String name) {
    Entry entry = entries.get(name);
    if (entry == null || isNull(entry.value())) {
      return Map.of();
    }
    if (!(entry.value() instanceof MappingNode mapping)) {
      throw wrongShape(name, entry.value());
    }
    Map<String, String> properties = new LinkedHashMap<>();
    for (NodeTuple tuple : mapping.getValue()) {
      String property = context.plainKey(tuple.getKeyNode(), at(name));
      String at = at(name) + "." + property;
      if (!(tuple.getValueNode() instanceof ScalarNode scalar) || isNull(scalar)) {
        throw context.error(
            tuple.getValueNode(),
            String.format(
                "key '%s' has %s; a text or number is needed.",
                at, described(tuple.getValueNode())));
      }
      if (properties.put(property, context.resolveProperty(at, property, scalar)) != null) {
        throw context.error(
            tuple.getKeyNode(), String.format("key '%s' is there twice: remove one.", at));
      }
    }
    return properties;
  }

  Optional<Section> section(String name, List<Key> sectionKeys) {
    return has(name)
        ? Optional.of(new Section(context, at(name), entries.get(name).value(), sectionKeys))
        : Optional.empty();
  }

  List<Section> sections(String name, List<Key> sectionKeys) {
    if (!has(name)) {
      return List.of();
    }
    if (!(entries.get(name).value() instanceof SequenceNode sequence)) {
      throw wrongShape(name, entries.get(name).value());
    }
    List<Section> sections = new ArrayList<>();
    for (Node item : sequence.getValue()) {
      sections.add(new Section(context, at(name) + "[" + sections.size() + "]", item, sectionKeys));
    }
    return sections;
  }

  private Optional<ScalarNode> scalar(String name) {
    Entry entry = entries.get(name);
    if (entry == null || isNull(entry.value())) {
      return Optional.empty();
    }
    if (!(entry.value() instanceof ScalarNode scalar)) {
      throw wrongShape(name, entry.value());
    }
    return Optional.of(scalar);
  }

  private SpecException wrongShape(String name, Node value) {
    return context.error(
        value,
        String.format(
            "key '%s' has %s; it must be %s.",
            at(name), described(value), key(name).shape().words()));
  }

  private Key key(String name) {
    return keys.stream().filter(key -> key.name().equals(name)).findFirst().orElseThrow();
  }

  private String at(String name) {
    return path.isEmpty() ? name : path + "." + name;
  }

  private static boolean isNull(Node node) {
    return node instanceof ScalarNode && node.getTag().equals(Tag.NULL);
  }

  private static String described(Node node) {
    if (node instanceof SequenceNode) {
      return "a list";
    }
    if (node instanceof MappingNode) {
      return "a mapping";
    }
    return isNull(node) ? "no value" : "the value '" + ((ScalarNode) node).getValue() + "'";
  }

  private static String tagWords(ScalarNode scalar) {
    Tag tag = scalar.getTag();
    if (tag.equals(Tag.BOOL)) {
      return "true or false";
    }
    return tag.equals(Tag.TIMESTAMP) ? "a time" : "a number";
  }

  /**
   * A key and its value.
   *
   * @param written the key's name as it stands in the file
   */
  private record Entry(Key key, String written, Node keyNode, Node value) {}
}
