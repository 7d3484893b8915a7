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

import dev.tributary.filter.ColumnNames.Path;
import dev.tributary.filter.Condition.Order;
import dev.tributary.source.FilePruning;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BinaryOperator;

/**
 * Tells from what metadata says of a file which truth values a condition can have for its rows. It
 * asks of bounds what {@link Condition#test} asks of values, in the same order of values, so a file
 * is left out only if every one of its rows would be.
 */
final class FileFilter implements FilePruning {
  private static final Set<Truth> ANY = EnumSet.allOf(Truth.class);

  private final Condition condition;
  private final Set<Integer> columns;

  /**
   * @param condition its columns are bound by {@link #place}
   */
  FileFilter(Condition condition, Set<Path> paths) {
    this.condition = condition;
    this.columns = new HashSet<>();
    paths.stream().filter(path -> place(path).length == 1).forEach(p -> columns.add(place(p)[0]));
  }

  /** A column's field id in place of its position; nothing is asked of nested columns. */
  static int[] place(Path path) {
    return path.fields().size() == 1 ? new int[] {path.last().fieldId()} : new int[0];
  }

  @Override
  public Set<Integer> columns() {
    return columns;
  }

  @Override
  public boolean mayHold(FileFacts facts) {
    return possible(condition, facts).contains(Truth.TRUE);
  }

  private static Set<Truth> possible(Condition condition, FileFacts facts) {
    if (condition instanceof Condition.Constant constant) {
      return EnumSet.of(constant.value());
    } else if (condition instanceof Condition.All all) {
      return combined(all.parts(), facts, Truth.TRUE, Truth::and);
    } else if (condition instanceof Condition.Any any) {
      return combined(any.parts(), facts, Truth.FALSE, Truth::or);
    } else if (condition instanceof Condition.Not not) {
      Set<Truth> result = EnumSet.noneOf(Truth.class);
      possible(not.part(), facts).forEach(truth -> result.add(truth.not()));
      return result;
    } else if (condition instanceof Condition.Is is) {
      Set<Truth> result = EnumSet.noneOf(Truth.class);
      possible(is.part(), facts).forEach(truth -> result.add(Truth.of(truth == is.wanted())));
      return result;
    } else if (condition instanceof Condition.IsNull isNull) {
      return isNull(facts(isNull.operand(), facts).nulls());
    } else if (condition instanceof Condition.Comparison comparison) {
      return comparison(comparison, facts);
    } else if (condition instanceof Condition.OneOf oneOf) {
      return oneOf(oneOf, facts);
    }
    return ANY;
  }

  private static Set<Truth> combined(
      List<Condition> parts, FileFacts facts, Truth neutral, BinaryOperator<Truth> operator) {
    Set<Truth> result = EnumSet.of(neutral);
    for (Condition part : parts) {
      Set<Truth> next = EnumSet.noneOf(Truth.class);
      for (Truth truth : possible(part, facts)) {
        result.forEach(before -> next.add(operator.apply(before, truth)));
      }
      result = next;
    }
    return result;
  }

  private static Set<Truth> isNull(Nulls nulls) {
    return switch (nulls) {
      case NONE -> EnumSet.of(Truth.FALSE);
      case MAYBE -> EnumSet.of(Truth.FALSE, Truth.TRUE);
      case ONLY -> EnumSet.of(Truth.TRUE);
    };
  }

  private static ColumnFacts facts(Operand operand, FileFacts facts) {
    return operand instanceof Operand.Column column && column.positions().length == 1
        ? facts.of(column.positions()[0])
        : ColumnFacts.UNKNOWN;
  }

  private static Set<Truth> comparison(Condition.Comparison comparison, FileFacts facts) {
    boolean literalLeft = comparison.left() instanceof Operand.Literal;
    Operand column = literalLeft ? comparison.right() : comparison.left();
    Operand other = literalLeft ? comparison.left() : comparison.right();
    if (!(other instanceof Operand.Literal literal) || column instanceof Operand.Literal) {
      return ANY;
    }
    if (literal.constant() == null) {
      return EnumSet.of(Truth.UNKNOWN);
    }
    Order order = literalLeft ? comparison.order().flipped() : comparison.order();
    ColumnFacts bounds = facts(column, facts);
    Set<Truth> result = ofNulls(bounds.nulls());
    if (bounds.nulls() != Nulls.ONLY) {
      Span span = new Span(comparison.family(), bounds);
      Object value = comparison.family().canonical(literal.constant());
      if (span.hasLess(value)) {
        result.add(Truth.of(order.holds(-1)));
      }
      if (span.covers(value)) {
        result.add(Truth.of(order.holds(0)));
      }
      if (span.hasGreater(value)) {
        result.add(Truth.of(order.holds(1)));
      }
    }
    return result;
  }

  private static Set<Truth> oneOf(Condition.OneOf oneOf, FileFacts facts) {
    ColumnFacts bounds = facts(oneOf.operand(), facts);
    Set<Truth> result = ofNulls(bounds.nulls());
    if (bounds.nulls() != Nulls.ONLY) {
      Span span = new Span(oneOf.family(), bounds);
      if (oneOf.sorted().stream().anyMatch(span::covers)) {
        result.add(Truth.TRUE);
      }
      result.add(oneOf.withNull() ? Truth.UNKNOWN : Truth.FALSE);
    }
    return result;
  }

  private static Set<Truth> ofNulls(Nulls nulls) {
    return nulls == Nulls.NONE ? EnumSet.noneOf(Truth.class) : EnumSet.of(Truth.UNKNOWN);
  }

  /** Between which values those of a column lie that are not null. */
  private static final class Span {
    private final ValueFamily family;
    private final Object lower;
    private final Object upper;

    Span(ValueFamily family, ColumnFacts facts) {
      this.family = family;
      this.lower = facts.lower() == null ? null : family.canonical(facts.lower());
      this.upper = facts.upper() == null ? null : family.canonical(facts.upper());
    }

    boolean hasLess(Object value) {
      return lower == null || family.compare(lower, value) < 0;
    }

    boolean hasGreater(Object value) {
      return upper == null || family.compare(upper, value) > 0;
    }

    boolean covers(Object value) {
      return (lower == null || family.compare(lower, value) <= 0)
          && (upper == null || family.compare(upper, value) >= 0);
    }
  }
}
