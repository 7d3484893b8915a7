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
package dev.tributary.target;

import dev.tributary.errors.TargetException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.iceberg.NullOrder;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortDirection;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.expressions.Term;

/**
 * Reads partition and sort fields as Managed I/O writes them: a column, or {@code bucket(c, 16)},
 * {@code truncate(c, 4)}, {@code year(c)}, {@code month(c)}, {@code day(c)}, {@code hour(c)},
 * {@code void(c)}.
 */
final class TransformTerms {
  private static final Pattern CALL =
      Pattern.compile("(\\w+)\\s*\\(\\s*([^,()]+?)\\s*(?:,\\s*([^,()]+?)\\s*)?\\)");
  private static final Pattern SORT =
      Pattern.compile(
          "(.+?)(?:\\s+(asc|desc))?(?:\\s+nulls\\s+(first|last))?", Pattern.CASE_INSENSITIVE);
  private static final String ALLOWED =
      "a column, bucket(column, N), truncate(column, N), year(column), month(column), day(column),"
          + " hour(column), void(column)";

  private TransformTerms() {}

  static PartitionSpec partitionSpec(Schema schema, List<String> fields) {
    PartitionSpec.Builder builder = PartitionSpec.builderFor(schema);
    for (String field : fields) {
      Call call = Call.parse(field, "partition_fields");
      try {
        switch (call.transform) {
          case "identity" -> builder.identity(call.column);
          case "bucket" -> builder.bucket(call.column, call.width());
          case "truncate" -> builder.truncate(call.column, call.width());
          case "year" -> builder.year(call.column);
          case "month" -> builder.month(call.column);
          case "day" -> builder.day(call.column);
          case "hour" -> builder.hour(call.column);
          case "void" -> builder.alwaysNull(call.column);
          default -> throw call.unknown("partition_fields");
        }
        builder.build();
      } catch (RuntimeException e) {
        throw refused("partition_fields", field, e);
      }
    }
    return builder.build();
  }

  static SortOrder sortOrder(Schema schema, List<String> fields) {
    SortOrder.Builder builder = SortOrder.builderFor(schema);
    for (String field : fields) {
      Matcher matcher = SORT.matcher(field.strip());
      if (!matcher.matches()) {
        throw refused("sort_fields", field, null);
      }
      boolean descending = "desc".equalsIgnoreCase(matcher.group(2));
      boolean nullsFirst =
          matcher.group(3) == null ? !descending : "first".equalsIgnoreCase(matcher.group(3));
      try {
        builder.sortBy(
            Call.parse(matcher.group(1), "sort_fields").term(),
            descending ? SortDirection.DESC : SortDirection.ASC,
            nullsFirst ? NullOrder.NULLS_FIRST : NullOrder.NULLS_LAST);
        builder.build();
      } catch (RuntimeException e) {
        throw refused("sort_fields", field, e);
      }
    }
    return builder.build();
  }

  private static TargetException refused(String key, String field, RuntimeException cause) {
    if (cause instanceof TargetException known) {
      return known;
    }
    return new TargetException(
        String.format(
            "'%s' in %s cannot be applied: %s. Allowed are %s.",
            field, key, cause == null ? "it is not understood" : cause.getMessage(), ALLOWED),
        cause);
  }

  private record Call(String text, String transform, String column, String argument) {

    static Call parse(String text, String key) {
      String term = text.strip();
      if (!term.contains("(")) {
        return new Call(text, "identity", term, null);
      }
      Matcher matcher = CALL.matcher(term);
      if (!matcher.matches()) {
        throw refused(key, text, null);
      }
      return new Call(
          text, matcher.group(1).toLowerCase(Locale.ROOT), matcher.group(2), matcher.group(3));
    }

    int width() {
      try {
        return Integer.parseInt(argument);
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException("it needs a whole number as its second argument", e);
      }
    }

    Term term() {
      return switch (transform) {
        case "identity" -> Expressions.ref(column);
        case "bucket" -> Expressions.bucket(column, width());
        case "truncate" -> Expressions.truncate(column, width());
        case "year" -> Expressions.year(column);
        case "month" -> Expressions.month(column);
        case "day" -> Expressions.day(column);
        case "hour" -> Expressions.hour(column);
        default -> throw unknown("sort_fields");
      };
    }

    TargetException unknown(String key) {
      return new TargetException(
          String.format(
              "'%s' in %s: there is no transform '%s' here. Allowed are %s.",
              text, key, transform, ALLOWED));
    }
  }
}
