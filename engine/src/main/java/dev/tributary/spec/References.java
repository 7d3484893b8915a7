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

import java.util.Map;
import java.util.Objects;

/**
 * Where a spec's references to the environment are: those of a spec that was read stand beside its
 * values, by their place in the file, such as {@code source.catalog_properties.token}.
 */
public record References(Place place, Map<String, Reference> byPath) {

  /**
   * The texts of the spec are as a person writes them and may hold {@code ${NAME}} themselves; such
   * a spec is to be shown, edited and written, and has to be resolved before it is run.
   */
  public static final References IN_VALUES = new References(Place.IN_VALUES, Map.of());

  public References {
    Objects.requireNonNull(place, "place");
    byPath = Ordered.copyOf(byPath);
  }

  /** Where references are. */
  public enum Place {
    IN_VALUES,
    BESIDE_VALUES
  }

  /**
   * The text that stands in the file for the value at this place. A value that was changed since it
   * was read stands for itself, unless it is a secret that was read elsewhere in the file.
   */
  public String text(String path, String value) {
    if (place == Place.IN_VALUES) {
      return value;
    }
    Reference reference = byPath.get(path);
    if (reference != null && reference.value().equals(value)) {
      return reference.text();
    }
    return byPath.entrySet().stream()
        .filter(entry -> entry.getValue().value().equals(value))
        .filter(entry -> Secrets.isSecret(entry.getKey()) || Secrets.isSecret(path))
        .map(entry -> entry.getValue().text())
        .findFirst()
        .orElseGet(() -> Template.escape(value));
  }

  /** Names the places only: values may be secrets. */
  @Override
  public String toString() {
    return "References" + byPath.keySet();
  }

  /**
   * A value with references.
   *
   * @param text as in the file, such as {@code Bearer ${TOKEN}}
   * @param value with the environment's values in their place
   */
  public record Reference(String text, String value) {
    public Reference {
      Objects.requireNonNull(text, "text");
      Objects.requireNonNull(value, "value");
    }

    @Override
    public String toString() {
      return text;
    }
  }
}
