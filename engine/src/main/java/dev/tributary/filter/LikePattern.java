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
package dev.tributary.filter;

import dev.tributary.errors.SpecException;
import java.io.Serializable;
import java.util.stream.IntStream;

/**
 * A pattern of SQL's LIKE: {@code %} stands for any number of characters, {@code _} for one, a
 * character being a Unicode code point. The escape character makes the one that follows stand for
 * itself; without ESCAPE there is none, as in the SQL standard.
 */
record LikePattern(int[] tokens) implements Serializable {
  private static final int ANY_NUMBER = -1;
  private static final int ANY_ONE = -2;

  /**
   * @param escape empty: none
   * @throws SpecException when the escape is not one character, or escapes something else than
   *     {@code %}, {@code _} and itself
   */
  static LikePattern of(String pattern, String escape) {
    int escapeCharacter = -1;
    if (!escape.isEmpty()) {
      if (escape.codePointCount(0, escape.length()) != 1) {
        throw new SpecException(
            String.format(
                "source.filter has the escape character '%s': ESCAPE takes exactly one character.",
                escape));
      }
      escapeCharacter = escape.codePointAt(0);
    }
    int[] characters = pattern.codePoints().toArray();
    IntStream.Builder tokens = IntStream.builder();
    for (int i = 0; i < characters.length; i++) {
      int character = characters[i];
      if (character == escapeCharacter) {
        i++;
        if (i == characters.length
            || characters[i] != '%' && characters[i] != '_' && characters[i] != escapeCharacter) {
          throw new SpecException(
              String.format(
                  "source.filter has the pattern '%s', in which the escape character '%s' is not"
                      + " followed by %%, _ or itself.",
                  pattern, escape));
        }
        tokens.add(characters[i]);
      } else {
        tokens.add(character == '%' ? ANY_NUMBER : character == '_' ? ANY_ONE : character);
      }
    }
    return new LikePattern(tokens.build().toArray());
  }

  /** Whether the whole text fits. Takes time in proportion to text times pattern at worst. */
  boolean matches(String text) {
    int[] characters = text.codePoints().toArray();
    int character = 0;
    int token = 0;
    // Where to go on when what follows the last % does not fit: one character further.
    int resumeToken = -1;
    int resumeCharacter = 0;
    while (character < characters.length) {
      if (token < tokens.length && tokens[token] == ANY_NUMBER) {
        resumeToken = ++token;
        resumeCharacter = character;
      } else if (token < tokens.length
          && (tokens[token] == ANY_ONE || tokens[token] == characters[character])) {
        token++;
        character++;
      } else if (resumeToken >= 0) {
        token = resumeToken;
        character = ++resumeCharacter;
      } else {
        return false;
      }
    }
    while (token < tokens.length && tokens[token] == ANY_NUMBER) {
      token++;
    }
    return token == tokens.length;
  }

  /** What every text that fits begins with. */
  String prefix() {
    StringBuilder prefix = new StringBuilder();
    for (int token : tokens) {
      if (token < 0) {
        break;
      }
      prefix.appendCodePoint(token);
    }
    return prefix.toString();
  }
}
