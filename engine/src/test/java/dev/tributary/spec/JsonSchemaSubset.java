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

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** As much of JSON Schema as the spec's schema uses; anything else in a schema fails the test. */
final class JsonSchemaSubset {
  private JsonSchemaSubset() {}

  static List<String> violations(String schema, String yaml) {
    ObjectMapper json = new ObjectMapper();
    Object document = new Yaml(new SafeConstructor(new LoaderOptions())).load(yaml);
    List<String> found = new ArrayList<>();
    try {
      check(json.readTree(schema), json.valueToTree(document), "", found);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
    return found;
  }

  private static void check(JsonNode schema, JsonNode value, String at, List<String> found) {
    if (schema.isBoolean()) {
      if (!schema.booleanValue()) {
        found.add(at + " is not allowed");
      }
      return;
    }
    schema
        .fields()
        .forEachRemaining(
            rule -> {
              JsonNode argument = rule.getValue();
              boolean holds =
                  switch (rule.getKey()) {
                    case "$schema", "title", "description", "format", "then" -> true;
                    case "type" -> hasType(argument, value);
                    case "const" -> argument.equals(value);
                    case "enum" -> contains(argument, value);
                    case "minimum" -> !value.isNumber() || value.asLong() >= argument.asLong();
                    case "pattern" ->
                        !value.isTextual()
                            || java.util.regex.Pattern.compile(argument.asText())
                                .matcher(value.asText())
                                .find();
                    case "required" -> hasAll(argument, value);
                    case "not" -> !holds(argument, value);
                    case "anyOf" -> anyHolds(argument, value);
                    case "if" -> {
                      if (holds(argument, value)) {
                        check(schema.get("then"), value, at, found);
                      }
                      yield true;
                    }
                    case "allOf" -> {
                      argument.forEach(part -> check(part, value, at, found));
                      yield true;
                    }
                    case "items" -> {
                      for (int i = 0; i < value.size() && value.isArray(); i++) {
                        check(argument, value.get(i), at + "[" + i + "]", found);
                      }
                      yield true;
                    }
                    case "properties" -> {
                      argument
                          .fields()
                          .forEachRemaining(
                              property -> {
                                if (value.has(property.getKey())) {
                                  check(
                                      property.getValue(),
                                      value.get(property.getKey()),
                                      at + "." + property.getKey(),
                                      found);
                                }
                              });
                      yield true;
                    }
                    case "additionalProperties" -> {
                      value
                          .fields()
                          .forEachRemaining(
                              property -> {
                                if (!schema.path("properties").has(property.getKey())) {
                                  check(
                                      argument,
                                      property.getValue(),
                                      at + "." + property.getKey(),
                                      found);
                                }
                              });
                      yield true;
                    }
                    default -> throw new IllegalArgumentException("Unknown " + rule.getKey());
                  };
              if (!holds) {
                found.add(at + " violates " + rule.getKey() + " " + argument + ": " + value);
              }
            });
  }

  private static boolean holds(JsonNode schema, JsonNode value) {
    List<String> found = new ArrayList<>();
    check(schema, value, "", found);
    return found.isEmpty();
  }

  private static boolean anyHolds(JsonNode schemas, JsonNode value) {
    for (JsonNode schema : schemas) {
      if (holds(schema, value)) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasAll(JsonNode names, JsonNode value) {
    for (JsonNode name : names) {
      if (!value.has(name.asText())) {
        return false;
      }
    }
    return true;
  }

  private static boolean contains(JsonNode values, JsonNode value) {
    for (JsonNode allowed : values) {
      if (allowed.equals(value)) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasType(JsonNode type, JsonNode value) {
    if (type.isArray()) {
      for (JsonNode one : type) {
        if (hasType(one, value)) {
          return true;
        }
      }
      return false;
    }
    return switch (type.asText()) {
      case "object" -> value.isObject();
      case "array" -> value.isArray();
      case "string" -> value.isTextual();
      case "integer" -> value.isIntegralNumber();
      case "number" -> value.isNumber();
      case "boolean" -> value.isBoolean();
      case "null" -> value.isNull();
      default -> throw new IllegalArgumentException("Unknown type " + type);
    };
  }
}
