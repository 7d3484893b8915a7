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
package dev.tributary.catalog;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tributary.errors.SpecException;
import dev.tributary.spec.PathRewrite;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds files of tables that were moved or copied: replaces the prefix that a path was stored with
 * by the prefix where the files are now. Prefixes match whole path segments, the longest one wins,
 * a path is rewritten at most once, and all ways to write a local path are one.
 */
public final class PathRewrites implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Rewrites nothing. */
  public static final PathRewrites NONE = new PathRewrites(List.of());

  private final ArrayList<Rule> rules;

  private PathRewrites(List<Rule> rules) {
    this.rules = new ArrayList<>(rules);
  }

  public static PathRewrites of(List<PathRewrite> rewrites) {
    return new PathRewrites(
        rewrites.stream()
            .map(rewrite -> new Rule(plain(trimSlashes(rewrite.from())), trimSlashes(rewrite.to())))
            .toList());
  }

  public boolean isEmpty() {
    return rules.isEmpty();
  }

  /** Where the file with this stored path is now. */
  public String rewrite(String stored) {
    // One table's metadata often has both file:/x and file:///x.
    String plain = plain(stored);
    Rule best = null;
    for (Rule rule : rules) {
      if (rule.matches(plain) && (best == null || rule.from.length() > best.from.length())) {
        best = rule;
      }
    }
    return best == null ? stored : best.to + plain.substring(best.from.length());
  }

  /**
   * The place of a stored path in one form, for comparing paths of different writers: where the
   * file is now, local paths without a scheme.
   */
  public String place(String stored) {
    return plain(rewrite(stored));
  }

  /** The rules as one property value. */
  String toProperty() {
    try {
      return JSON.writeValueAsString(
          rules.stream().map(rule -> List.of(rule.from, rule.to)).toList());
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The rules of {@link #toProperty()}. */
  static PathRewrites ofProperty(String value) {
    try {
      List<Rule> rules = new ArrayList<>();
      for (String[] rule : JSON.readValue(value, String[][].class)) {
        rules.add(new Rule(rule[0], rule[1]));
      }
      return new PathRewrites(rules);
    } catch (JsonProcessingException e) {
      throw new SpecException("Not a list of path rewrites: " + value, e);
    }
  }

  private static String plain(String location) {
    return LocalPaths.isLocal(location) ? LocalPaths.plain(location) : location;
  }

  private static String trimSlashes(String prefix) {
    String trimmed = prefix.strip();
    while (trimmed.endsWith("/") && !trimmed.endsWith("://")) {
      trimmed = trimmed.substring(0, trimmed.length() - 1);
    }
    return trimmed;
  }

  private record Rule(String from, String to) implements Serializable {
    boolean matches(String stored) {
      return stored.startsWith(from)
          && (stored.length() == from.length()
              || from.isEmpty()
              || from.endsWith("/")
              || stored.charAt(from.length()) == '/');
    }
  }
}
