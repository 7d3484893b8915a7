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
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.avatica.util.Casing;
import org.apache.calcite.avatica.util.Quoting;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.parser.SqlParserPos;

/** A predicate in the grammar of Apache Calcite's SQL parser, not yet bound to any columns. */
final class SqlPredicate {
  private static final int LONGEST_NAME = 10_000;
  private static final Pattern UNEXPECTED = Pattern.compile("Encountered \"(.*?)\" at line");
  private static final Pattern WORD = Pattern.compile("[A-Za-z_]+");

  private final String text;
  private final SqlNode root;

  private SqlPredicate(String text, SqlNode root) {
    this.text = text;
    this.root = root;
  }

  /**
   * Parses a predicate. Names may be quoted by double quotes or, in a text that has none, by
   * backticks.
   *
   * @throws SpecException when it is not one
   */
  static SqlPredicate parse(String text) {
    Quoting quoting =
        text.contains("`") && !text.contains("\"") ? Quoting.BACK_TICK : Quoting.DOUBLE_QUOTE;
    SqlParser.Config config =
        SqlParser.config()
            .withQuoting(quoting)
            .withUnquotedCasing(Casing.UNCHANGED)
            .withQuotedCasing(Casing.UNCHANGED)
            .withIdentifierMaxLength(LONGEST_NAME);
    try {
      return new SqlPredicate(text, SqlParser.create(text, config).parseExpression());
    } catch (SqlParseException e) {
      throw new SpecException(unparsable(text, e), e);
    } catch (StackOverflowError e) {
      throw tooDeep(e);
    }
  }

  private static String unparsable(String text, SqlParseException e) {
    String reason = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    String fix = "Write one such as id > 5 AND status = 'ACTIVE', with strings in single quotes.";
    Matcher unexpected = UNEXPECTED.matcher(reason);
    if (unexpected.find()) {
      String found = unexpected.group(1).replace("<EOF>", "the end").trim();
      reason =
          String.format(
              "line %d, column %d has %s, which cannot stand there",
              e.getPos().getLineNum(), e.getPos().getColumnNum(), found);
      String word = found.split(" ", 2)[0];
      if (WORD.matcher(word).matches()) {
        fix =
            String.format(
                "%s is a word of SQL: if it is meant as a column, put it in double quotes, \"%s\".",
                word, word);
      }
    }
    return String.format("source.filter '%s' is no condition in SQL: %s. %s", text, reason, fix);
  }

  /** The failure of a predicate that is nested too deeply. */
  static SpecException tooDeep(Throwable cause) {
    return new SpecException(
        "source.filter is nested too deeply to be read: write lists of values with IN, and take"
            + " parentheses out.",
        cause);
  }

  /** The parts that must all be true. */
  List<SqlNode> conjuncts() {
    return parts(root, SqlKind.AND);
  }

  /** The operands of a chain of AND or OR, in order; chains may be long. */
  static List<SqlNode> parts(SqlNode node, SqlKind kind) {
    List<SqlNode> parts = new ArrayList<>();
    Deque<SqlNode> left = new ArrayDeque<>(List.of(node));
    while (!left.isEmpty()) {
      SqlNode next = left.pop();
      if (next.getKind() == kind) {
        List<SqlNode> operands = ((SqlBasicCall) next).getOperandList();
        for (int i = operands.size() - 1; i >= 0; i--) {
          left.push(operands.get(i));
        }
      } else {
        parts.add(next);
      }
    }
    return parts;
  }

  /** A part of the predicate as it was written. */
  String text(SqlNode part) {
    SqlParserPos place = part.getParserPosition();
    String[] lines = text.split("\\R", -1);
    if (place.getLineNum() < 1 || place.getEndLineNum() > lines.length) {
      return text;
    }
    StringBuilder result = new StringBuilder();
    for (int line = place.getLineNum(); line <= place.getEndLineNum(); line++) {
      String whole = lines[line - 1];
      int from = line == place.getLineNum() ? place.getColumnNum() - 1 : 0;
      int to = line == place.getEndLineNum() ? place.getEndColumnNum() : whole.length();
      result.append(result.isEmpty() ? "" : " ");
      result.append(whole, Math.min(from, whole.length()), Math.min(to, whole.length()));
    }
    return result.toString();
  }
}
