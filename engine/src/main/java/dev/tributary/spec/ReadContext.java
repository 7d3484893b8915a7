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
import dev.tributary.spec.References.Reference;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;

/** What reading one file needs throughout: its name, the environment, the references found. */
final class ReadContext {
  private final String fileName;
  private final Function<String, Optional<String>> environment;
  private final Map<String, Reference> references = new LinkedHashMap<>();

  ReadContext(String fileName, Function<String, Optional<String>> environment) {
    this.fileName = fileName;
    this.environment = environment;
  }

  References references() {
    return new References(References.Place.BESIDE_VALUES, references);
  }

  SpecException error(Node node, String message) {
    return new SpecException(String.format("%s, line %d: %s", fileName, line(node), message));
  }

  static int line(Node node) {
    return node.getStartMark().getLine() + 1;
  }

  /** The text of a mapping's key. */
  String plainKey(Node key, String path) {
    if (key instanceof ScalarNode scalar) {
      return scalar.getValue();
    }
    throw error(
        key, String.format("a key %s is not a plain text.", path.isEmpty() ? "" : "of " + path));
  }

  /** The scalar's text with the environment's values in it. */
  String resolve(String path, ScalarNode scalar) {
    return resolve(path, path.substring(path.lastIndexOf('.') + 1), scalar, false);
  }

  /** As {@link #resolve}, for a property that may hold a secret. */
  String resolveProperty(String path, String property, ScalarNode scalar) {
    return resolve(path, property, scalar, true);
  }

  private String resolve(String path, String property, ScalarNode scalar, boolean guarded) {
    String text = scalar.getValue();
    Template template;
    try {
      template = Template.parse(text);
    } catch (IllegalArgumentException e) {
      throw error(scalar, String.format("key '%s': %s.", path, e.getMessage()));
    }
    String value =
        template.resolve(
            name -> {
              String found = variable(path, scalar, name);
              if (guarded || Secrets.isSecret(name)) {
                Secrets.rememberVariable(property, name, found);
              }
              return found;
            });
    if (template.refers()) {
      references.put(path, new Reference(text, value));
    } else {
      Secrets.rememberProperty(property, value);
    }
    return value;
  }

  private String variable(String path, ScalarNode scalar, String name) {
    return environment
        .apply(name)
        .orElseThrow(
            () ->
                error(
                    scalar,
                    String.format(
                        "key '%s' refers to the environment variable %s, which is not set: set it,"
                            + " or write $${%s} for the text itself.",
                        path, name, name)));
  }

  /** Notes the value in the form in which it is written again, if it came by a reference. */
  void remember(String path, ScalarNode scalar, String canonical) {
    references.computeIfPresent(
        path, (at, reference) -> new Reference(scalar.getValue(), canonical));
  }
}
