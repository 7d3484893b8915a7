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

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tributary.spec.SourceSpec.SourceFormat;
import java.util.List;
import java.util.stream.Stream;

/** The grammar as JSON Schema, so that editors can complete and check spec files. */
final class SpecSchema {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final String REFERENCE = "\\$\\{[A-Za-z_][A-Za-z0-9_]*\\}";

  private SpecSchema() {}

  static ObjectNode schema() {
    ObjectNode schema = NODES.objectNode();
    schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    schema.put("title", "Tributary migration spec");
    schema.setAll(section(Grammar.FILE, ""));
    ObjectNode keys = properties(schema);
    keys.putObject("tributary").put("const", MigrationSpec.FORMAT_VERSION);
    described(keys, Grammar.FILE, "source", source());
    described(
        keys,
        Grammar.FILE,
        "target",
        section(
            Stream.concat(Grammar.TARGET.stream(), Grammar.WRITE_OPTIONS.stream()).toList(),
            "target"));
    described(keys, Grammar.FILE, "mapping", listOf(section(Grammar.MAPPING, "mapping")));
    described(keys, Grammar.FILE, "run", section(Grammar.RUN, "run"));
    return schema;
  }

  private static ObjectNode source() {
    ObjectNode source = section(Grammar.SOURCE, "source");
    described(
        properties(source),
        Grammar.SOURCE,
        "path_rewrites",
        listOf(section(Grammar.PATH_REWRITE, "path_rewrites")));
    ArrayNode rules = source.putArray("allOf");
    for (SourceFormat format : SourceFormat.values()) {
      ObjectNode rule = rules.addObject();
      properties(rule.putObject("if")).putObject("format").put("const", Words.of(format));
      ObjectNode forbidden = properties(rule.putObject("then"));
      Grammar.SOURCE.stream()
          .filter(key -> key.only().isPresent() && key.only().get() != format)
          .flatMap(SpecSchema::names)
          .forEach(name -> forbidden.put(name, false));
    }
    forbidTogether(rules, "keep", "drop");
    forbidTogether(rules, "from_snapshot", "from_timestamp");
    forbidTogether(rules, "to_snapshot", "to_timestamp");
    forbidTogether(rules, "start_version", "start_timestamp");
    forbidTogether(rules, "end_version", "end_timestamp");
    ObjectNode polling = rules.addObject();
    polling.putObject("if").putArray("required").add("poll_interval_seconds");
    polling.putObject("then").putArray("required").add("streaming");
    return source;
  }

  private static void forbidTogether(ArrayNode rules, String one, String other) {
    rules.addObject().putObject("not").putArray("required").add(one).add(other);
  }

  private static ObjectNode section(List<Key> keys, String name) {
    ObjectNode section = NODES.objectNode();
    section.put("type", "object");
    ObjectNode properties = properties(section);
    for (Key key : keys) {
      names(key).forEach(n -> properties.set(n, value(key).put("description", key.description())));
    }
    section.put("additionalProperties", false);
    List<String> required = Grammar.REQUIRED.getOrDefault(name, List.of());
    if (!required.isEmpty()) {
      required.forEach(section.putArray("required")::add);
    }
    return section;
  }

  private static Stream<String> names(Key key) {
    return Stream.concat(Stream.of(key.name()), key.aliases().stream());
  }

  private static ObjectNode value(Key key) {
    ObjectNode value = NODES.objectNode();
    switch (key.shape()) {
      case TEXT -> value.putArray("type").add("string").add("null");
      case CHOICE -> {
        ArrayNode any = value.putArray("anyOf");
        key.allowed().forEach(any.addObject().putArray("enum")::add);
        reference(any);
      }
      case INTEGER -> {
        ArrayNode any = value.putArray("anyOf");
        any.addObject().put("type", "integer").put("minimum", key.minimum());
        reference(any);
      }
      case BOOLEAN -> {
        ArrayNode any = value.putArray("anyOf");
        any.addObject().put("type", "boolean");
        reference(any);
      }
      case TIME -> {
        ArrayNode any = value.putArray("anyOf");
        any.addObject().put("type", "integer").put("minimum", 0);
        any.addObject().put("type", "string").put("format", "date-time");
        reference(any);
      }
      case TEXTS -> value.put("type", "array").putObject("items").put("type", "string");
      case PROPERTIES -> {
        value.put("type", "object");
        value
            .putObject("additionalProperties")
            .putArray("type")
            .add("string")
            .add("number")
            .add("boolean");
      }
      default -> value.putArray("type").add("object").add("array");
    }
    return value;
  }

  private static void reference(ArrayNode any) {
    any.addObject().put("type", "string").put("pattern", REFERENCE);
  }

  private static ObjectNode listOf(ObjectNode items) {
    ObjectNode list = NODES.objectNode();
    list.put("type", "array");
    list.set("items", items);
    return list;
  }

  private static void described(
      ObjectNode properties, List<Key> keys, String name, ObjectNode value) {
    keys.stream()
        .filter(key -> key.name().equals(name))
        .forEach(key -> value.put("description", key.description()));
    properties.set(name, value);
  }

  private static ObjectNode properties(ObjectNode section) {
    return section.withObject("/properties");
  }
}
