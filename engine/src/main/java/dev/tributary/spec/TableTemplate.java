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

import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * The name of a target table with places for values of the source's rows, such as {@code
 * lake.{region}_orders}: rows with different values go to different tables.
 */
public final class TableTemplate implements Serializable {
  private static final long serialVersionUID = 1L;

  /** What a value may hold: anything else could change the name's structure or break its place. */
  private static final Pattern VALUE =
      Pattern.compile("[\\p{L}\\p{M}\\p{N}_-]+( +[\\p{L}\\p{M}\\p{N}_-]+)*");

  /** Literals at even places, fields at odd ones. */
  private final ArrayList<String> parts;

  private TableTemplate(List<String> parts) {
    this.parts = new ArrayList<>(parts);
  }

  /** Whether a table name is a template. */
  public static boolean isTemplate(String table) {
    return table.contains("{") || table.contains("}");
  }

  /** The template that a target's table name is; empty when it names one table. */
  public static Optional<TableTemplate> of(TargetSpec target) {
    return isTemplate(target.table()) ? Optional.of(parse(target.table())) : Optional.empty();
  }

  /**
   * Parses a template: {@code {field}} stands for the value of a column, and dotted paths reach
   * into structs.
   *
   * @throws IllegalArgumentException when it is none, saying what is wrong as the end of a sentence
   */
  public static TableTemplate parse(String text) {
    List<String> parts = new ArrayList<>();
    int from = 0;
    for (int open = text.indexOf('{'); open >= 0; open = text.indexOf('{', from)) {
      int close = text.indexOf('}', open);
      if (close < 0) {
        throw new IllegalArgumentException("has a '{' without a '}' behind it.");
      }
      parts.add(literal(text.substring(from, open)));
      parts.add(field(text.substring(open + 1, close)));
      from = close + 1;
    }
    parts.add(literal(text.substring(from)));
    TableTemplate template = new TableTemplate(parts);
    List<String> levels = template.levels(field -> "x");
    if (levels.size() < 2 || levels.stream().anyMatch(String::isBlank)) {
      throw new IllegalArgumentException(
          "is not of the form namespace.table, where fields stand for parts of names.");
    }
    return template;
  }

  private static String literal(String text) {
    if (text.contains("}")) {
      throw new IllegalArgumentException("has a '}' without a '{' before it.");
    }
    return text;
  }

  private static String field(String name) {
    if (name.isBlank() || name.contains("{")) {
      throw new IllegalArgumentException(
          String.format("has the place '{%s}': it has to name a column of the source.", name));
    }
    if (name.startsWith("$")) {
      throw new IllegalArgumentException(
          String.format(
              "has the place '{%s}', which would stand for the moment at which a row is written: a"
                  + " repeated run would write it elsewhere. Name a column of the source.",
              name));
    }
    return name.strip();
  }

  /** Dotted paths of the source's columns that name the table, each once. */
  public List<String> fields() {
    LinkedHashSet<String> fields = new LinkedHashSet<>();
    for (int i = 1; i < parts.size(); i += 2) {
      fields.add(parts.get(i));
    }
    return List.copyOf(fields);
  }

  /**
   * The name of the table for some values.
   *
   * @param values by field
   */
  public String name(UnaryOperator<String> values) {
    StringBuilder name = new StringBuilder();
    for (int i = 0; i < parts.size(); i++) {
      name.append(i % 2 == 0 ? parts.get(i) : values.apply(parts.get(i)));
    }
    return name.toString();
  }

  /** The parts of the name, namespaces first, for values without dots. */
  public List<String> levels(UnaryOperator<String> values) {
    return List.of(name(values).split("\\.", -1));
  }

  /**
   * What the parts of names that it may give look like, namespaces first. They ignore case, as
   * catalogs may.
   */
  public List<Pattern> patterns() {
    List<Pattern> patterns = new ArrayList<>();
    // A value has no dots, so no literal dot can be mistaken for one.
    StringBuilder pattern = new StringBuilder();
    for (int i = 0; i < parts.size(); i++) {
      if (i % 2 == 1) {
        pattern.append("(?:").append(VALUE.pattern()).append(')');
        continue;
      }
      List<String> literals = List.of(parts.get(i).split("\\.", -1));
      for (int j = 0; j < literals.size(); j++) {
        if (j > 0) {
          patterns.add(compile(pattern));
          pattern.setLength(0);
        }
        pattern.append(Pattern.quote(literals.get(j)));
      }
    }
    patterns.add(compile(pattern));
    return patterns;
  }

  private static Pattern compile(StringBuilder pattern) {
    return Pattern.compile(pattern.toString(), Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
  }

  /** Why a value cannot be part of a table's name, as a clause; empty when it can. */
  public static Optional<String> unfit(String value) {
    if (value == null) {
      return Optional.of("is null");
    }
    if (value.isBlank()) {
      return Optional.of("is empty");
    }
    return VALUE.matcher(value).matches()
        ? Optional.empty()
        : Optional.of(
            String.format(
                "is '%s'; only letters, digits, '_', '-' and single words with spaces between them"
                    + " can be part of a table's name",
                value));
  }

  /** The template as it was written. */
  @Override
  public String toString() {
    return name(field -> "{" + field + "}");
  }
}
