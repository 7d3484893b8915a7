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
package dev.tributary.generate;

import dev.tributary.spec.References;
import dev.tributary.spec.Secrets;
import dev.tributary.spec.Template;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Texts of a spec with references in the place of whatever must not be written down. */
final class Texts {
  private final References references;

  /** By place in the spec, the variables that stand for the secrets that are there. */
  private final Map<String, String> invented = new LinkedHashMap<>();

  Texts(References references) {
    this.references = references;
  }

  static Template literal(String text) {
    return new Template(List.of(new Template.Literal(text)));
  }

  List<String> inventedVariables() {
    return List.copyOf(invented.values());
  }

  /** The text at a place of the spec, such as {@code source.catalog_properties.token}. */
  Template text(String path, String value) {
    Template template = Template.parse(references.text(path, value));
    if ((!template.refers() && Secrets.isSecret(path)) || Secrets.holdsSecret(literals(template))) {
      return new Template(List.of(new Template.Variable(variable(path))));
    }
    return template;
  }

  /** The texts of a list, such as {@code source.keep}. */
  List<Template> texts(String path, List<?> values) {
    List<Template> result = new ArrayList<>();
    for (Object value : values) {
      result.add(text(path + "[" + result.size() + "]", String.valueOf(value)));
    }
    return result;
  }

  /** The text with {@code ${NAME}} for each reference. */
  static String written(Template template) {
    return template.parts().stream()
        .map(
            part ->
                part instanceof Template.Variable variable
                    ? "${" + variable.name() + "}"
                    : ((Template.Literal) part).text())
        .collect(Collectors.joining());
  }

  private static String literals(Template template) {
    return template.parts().stream()
        .filter(Template.Literal.class::isInstance)
        .map(part -> ((Template.Literal) part).text())
        .collect(Collectors.joining());
  }

  private String variable(String path) {
    String known = invented.get(path);
    if (known != null) {
      return known;
    }
    String name =
        path.replaceFirst("\\.[a-z]+_properties\\.", ".")
            .toUpperCase(Locale.ROOT)
            .replaceAll("[^A-Z0-9]+", "_")
            .replaceFirst("_$", "");
    String variable = name;
    for (int i = 2; invented.containsValue(variable); i++) {
      variable = name + "_" + i;
    }
    invented.put(path, variable);
    return variable;
  }

  Map<String, Template> properties(String path, Map<String, String> properties) {
    Map<String, Template> result = new LinkedHashMap<>();
    properties.forEach((name, value) -> result.put(name, text(path + "." + name, value)));
    return result;
  }

  void put(Map<String, Object> config, String section, String key, Map<String, String> properties) {
    put(config, section, key, key, properties);
  }

  void put(
      Map<String, Object> config,
      String section,
      String key,
      String as,
      Map<String, String> properties) {
    if (!properties.isEmpty()) {
      config.put(as, properties(section + "." + key, properties));
    }
  }

  void put(Map<String, Object> config, String section, String key, List<String> names) {
    if (!names.isEmpty()) {
      config.put(key, texts(section + "." + key, names));
    }
  }
}
