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
package dev.tributary.pipeline.managed;

import dev.tributary.errors.SpecException;
import java.io.Serializable;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.values.Row;

/** The configuration of one transform: the keys that were given. Travels to workers. */
final class Settings implements Serializable {
  private static final long serialVersionUID = 1L;

  private final String transform;
  private final HashMap<String, Object> values = new LinkedHashMap<>();

  /**
   * @param transform what errors call it, such as {@code iceberg_cdc read}
   */
  Settings(String transform, Row config) {
    this.transform = transform;
    for (Schema.Field field : config.getSchema().getFields()) {
      Object value = config.getValue(field.getName());
      if (value != null) {
        values.put(field.getName(), plain(value));
      }
    }
  }

  private static Object plain(Object value) {
    if (value instanceof Row row) {
      Map<String, Object> map = new LinkedHashMap<>();
      row.getSchema()
          .getFieldNames()
          .forEach(
              name -> {
                Object item = row.getValue(name);
                if (item != null) {
                  map.put(name, plain(item));
                }
              });
      return map;
    }
    if (value instanceof Map<?, ?> map) {
      return new LinkedHashMap<>(map);
    }
    if (value instanceof Iterable<?> items) {
      List<Object> list = new ArrayList<>();
      items.forEach(item -> list.add(plain(item)));
      return list;
    }
    return value;
  }

  SpecException error(String message, Object... arguments) {
    return new SpecException(
        String.format(
            "%s of %s: %s", transform, values.get("table"), message.formatted(arguments)));
  }

  boolean has(String key) {
    Object value = values.get(key);
    return value != null && !(value instanceof List<?> list && list.isEmpty());
  }

  Optional<String> text(String key) {
    return Optional.ofNullable(values.get(key)).map(Object::toString);
  }

  String table() {
    String table = text("table").orElse("");
    if (table.isBlank()) {
      throw new SpecException(transform + ": the key 'table' is missing: name the table.");
    }
    return table;
  }

  boolean bool(String key) {
    return Boolean.TRUE.equals(values.get(key));
  }

  OptionalLong number(String key) {
    return values.get(key) instanceof Number number
        ? OptionalLong.of(number.longValue())
        : OptionalLong.empty();
  }

  /** A whole number that is at least {@code least}. */
  OptionalInt integer(String key, int least) {
    OptionalLong number = number(key);
    if (number.isEmpty()) {
      return OptionalInt.empty();
    }
    if (number.getAsLong() < least || number.getAsLong() > Integer.MAX_VALUE) {
      throw error("'%s' is %d; it must be at least %d.", key, number.getAsLong(), least);
    }
    return OptionalInt.of((int) number.getAsLong());
  }

  List<String> texts(String key) {
    return values.get(key) instanceof List<?> list
        ? list.stream().map(String::valueOf).toList()
        : List.of();
  }

  Map<String, String> properties(String key) {
    Map<String, String> properties = new LinkedHashMap<>();
    if (values.get(key) instanceof Map<?, ?> map) {
      map.forEach(
          (name, value) -> {
            if (value != null) {
              properties.put(name.toString(), value.toString());
            }
          });
    }
    return properties;
  }

  /** The entries of a list of sections, each by its keys. */
  List<Map<String, String>> sections(String key) {
    List<Map<String, String>> sections = new ArrayList<>();
    if (values.get(key) instanceof List<?> list) {
      for (Object item : list) {
        Map<String, String> section = new LinkedHashMap<>();
        ((Map<?, ?>) item).forEach((k, v) -> section.put(k.toString(), v.toString()));
        sections.add(section);
      }
    }
    return sections;
  }

  /** One of the constants of an enum, written in lower case, words joined by a hyphen. */
  <E extends Enum<E>> E choice(String key, Class<E> type, E otherwise) {
    Optional<String> word = text(key);
    if (word.isEmpty()) {
      return otherwise;
    }
    for (E constant : type.getEnumConstants()) {
      if (word(constant).equalsIgnoreCase(word.get())) {
        return constant;
      }
    }
    throw error(
        "'%s' is '%s'; valid values are: %s.",
        key, word.get(), Arrays.stream(type.getEnumConstants()).map(Settings::word).toList());
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** A time, in epoch milliseconds or ISO-8601. */
  Optional<Instant> time(String key) {
    Optional<String> text = text(key);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    String value = text.get().strip();
    try {
      if (value.matches("-?\\d+")) {
        return Optional.of(Instant.ofEpochMilli(Long.parseLong(value)));
      }
      return Optional.of(
          value.matches(".*(Z|[+-]\\d{2}:?\\d{2})$")
              ? OffsetDateTime.parse(value).toInstant()
              : LocalDateTime.parse(value).toInstant(ZoneOffset.UTC));
    } catch (DateTimeException | NumberFormatException e) {
      throw error(
          "'%s' is '%s', which is no time: give ISO-8601, such as 2026-01-31T10:00:00Z.",
          key, value);
    }
  }

  /** Refuses two keys at a time. */
  void exclusive(String one, String other) {
    if (has(one) && has(other)) {
      throw error("'%s' and '%s' contradict each other: give only one of them.", one, other);
    }
  }

  /** Those of the keys that were given. */
  List<String> given(List<String> keys) {
    return keys.stream().filter(this::has).toList();
  }

  @Override
  public String toString() {
    return transform + " of " + values.get("table");
  }
}
