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

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Keeps secrets out of texts that people and files get to see: values from the environment, and
 * values of properties that look like secrets. Every spec that is read adds its secrets; they are
 * known for as long as the process lives. Safe for use from any thread.
 */
public final class Secrets {
  private static final String HIDDEN = "***";

  /** Shorter values of harmless properties would be found in unrelated words. */
  private static final int SHORTEST_TOLD_APART = 4;

  private static final Pattern SECRET_NAME =
      Pattern.compile(
          "passw(or)?d|passphrase|secret|token|credential|authorization|signature"
              + "|(private|access|account|api|shared)[-_.]?key");

  /** Names that look like secrets and are settings. */
  private static final Pattern SETTING_NAME =
      Pattern.compile(
          "(enabled|uri|url|type|provider|lifetime|timeout|expires?[-_.]at([-_.]ms)?|seconds|file"
              + "|class|factory)$");

  private static final String KEY =
      "(?:passw(?:or)?d|passphrase|secret|token|credential|api[-_]?key|access[-_]?key)";

  /**
   * A key and its value. Before a colon the key must not be the end of a path, which messages put
   * in front of what they say about it.
   */
  private static final Pattern IN_TEXT =
      Pattern.compile(
          ("(?i)(KEY\\s*=\\s*|(?<![/\\\\\\w.+%~-])[\\w.+%~-]*KEY\\s*:\\s*)" + "[^\\s&;,'\"}\\])]+")
              .replace("KEY", KEY));

  /** User and password before a host; a number and a slash after the colon are a port. */
  private static final Pattern USER_INFO =
      Pattern.compile("(://)[^/@:\\s]*:(?!\\d{1,5}/)[^\\s'\"?&;,]+@");

  private static final Pattern BEARER = Pattern.compile("(?i)(bearer\\s+)[A-Za-z0-9._~+/=-]{8,}");

  /** A key and the start of its value within a value; more than in messages looks like one here. */
  private static final Pattern IN_VALUE =
      Pattern.compile(
          "(?i)(?:passw(?:or)?d|pwd|passphrase|secret|token|credential|signature|\\bsig"
              + "|(?:private|access|account|api|shared)[-_.]?key)"
              + "(?:[\\w.-]*[\"']?\\s*=|[\"']?\\s*:)\\s*[\"']?[^\\s&;,'\"}\\])]");

  /** Shorter ones may be a part of a harmless value by chance. */
  private static final int SHORTEST_IN_VALUE = 8;

  /** Shorter ones would blot out parts of words all over. */
  private static final int SHORTEST_SECRET = 3;

  /** Secret values, and what is shown in their place. */
  private static final Map<String, String> KNOWN = new ConcurrentHashMap<>();

  private Secrets() {}

  /**
   * Whether a property of this name holds a secret, such as {@code s3.secret-access-key}; names of
   * environment variables may be asked for as well.
   */
  public static boolean isSecret(String property) {
    String name = property.toLowerCase(Locale.ROOT);
    return SECRET_NAME.matcher(name).find() && !SETTING_NAME.matcher(name).find();
  }

  /**
   * The text without secrets: a value that a spec took from the environment becomes its {@code
   * ${NAME}} again, other secrets become {@code ***}.
   */
  public static String redact(String text) {
    String result = text;
    List<Map.Entry<String, String>> longestFirst =
        KNOWN.entrySet().stream()
            .sorted(
                Comparator.comparing((Map.Entry<String, String> e) -> e.getKey().length())
                    .reversed())
            .toList();
    for (Map.Entry<String, String> secret : longestFirst) {
      result = result.replace(secret.getKey(), secret.getValue());
    }
    result = USER_INFO.matcher(result).replaceAll("$1" + Matcher.quoteReplacement(HIDDEN) + "@");
    result = BEARER.matcher(result).replaceAll("$1" + Matcher.quoteReplacement(HIDDEN));
    return IN_TEXT
        .matcher(result)
        .replaceAll(
            match ->
                Matcher.quoteReplacement(
                    match.group().endsWith("}") || match.group().contains("${")
                        ? match.group()
                        : match.group(1) + HIDDEN));
  }

  /**
   * Whether a value holds a secret in itself, whatever its property is called: a location with user
   * and password, a connection with a password among its parameters, a secret of a spec that was
   * read.
   *
   * @param value without what comes from the environment
   */
  public static boolean holdsSecret(String value) {
    return USER_INFO.matcher(value).find()
        || BEARER.matcher(value).find()
        || IN_VALUE.matcher(value).find()
        || KNOWN.entrySet().stream()
            .filter(known -> known.getValue().equals(HIDDEN))
            .map(Map.Entry::getKey)
            .anyMatch(secret -> secret.length() >= SHORTEST_IN_VALUE && value.contains(secret));
  }

  /** Remembers what a property holds. */
  static void rememberProperty(String property, String value) {
    if (isSecret(property) && value.length() >= SHORTEST_SECRET) {
      KNOWN.putIfAbsent(value, HIDDEN);
    }
  }

  /** Remembers what an environment variable holds that a property refers to. */
  static void rememberVariable(String property, String name, String value) {
    boolean secret = isSecret(property) || isSecret(name);
    if (!value.isEmpty() && (secret || value.length() >= SHORTEST_TOLD_APART)) {
      KNOWN.put(value, "${" + name + "}");
    }
  }
}
