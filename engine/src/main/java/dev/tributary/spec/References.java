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
import java.util.Optional;

/**
 * The values of a spec that came from the environment, by their place in the file, such as {@code
 * source.catalog_properties.token}.
 */
public record References(Map<String, Reference> byPath) {

  /** No value came from the environment. */
  public static final References NONE = new References(Map.of());

  public References {
    byPath = Ordered.copyOf(byPath);
  }

  /**
   * The text with references that stands in the file for the value at this place; empty when the
   * value stands for itself or was changed since it was read.
   */
  public Optional<String> text(String path, String value) {
    Reference reference = byPath.get(path);
    return reference != null && reference.value().equals(value)
        ? Optional.of(reference.text())
        : Optional.empty();
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
