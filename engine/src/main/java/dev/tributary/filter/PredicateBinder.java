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

import dev.tributary.errors.MappingException;
import dev.tributary.errors.SpecException;
import dev.tributary.filter.ColumnNames.Named;
import dev.tributary.filter.ColumnNames.Path;
import dev.tributary.filter.Condition.Order;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.fun.SqlBetweenOperator;
import org.apache.calcite.sql.fun.SqlLikeOperator;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** Binds one predicate to columns, and notes which it uses. One per predicate. */
final class PredicateBinder {
  /** Conditions are tested by recursion, on threads with small stacks. */
  private static final int DEEPEST = 300;

  private static final String ALLOWED =
      "conditions are made of =, <>, <, <=, >, >=, IN, BETWEEN, LIKE, IS [NOT] NULL, IS [NOT] TRUE"
          + " or FALSE, IS [NOT] DISTINCT FROM, AND, OR and NOT, over columns and literals";

  private final ColumnNames names;
  private final Function<Path, int[]> positions;
  private final Set<Path> paths = new LinkedHashSet<>();
  private final Set<ChangeColumn> changeColumns = EnumSet.noneOf(ChangeColumn.class);
  private int depth;

  /**
   * @param positions where a column is found in the rows that conditions are tested on; no position
   *     where the rows do not have it
   */
  PredicateBinder(ColumnNames names, Function<Path, int[]> positions) {
    this.names = names;
    this.positions = positions;
  }

  /** Columns of rows that the bound predicate uses. */
  Set<Path> paths() {
    return paths;
  }

  /** Columns of changes that the bound predicate uses. */
  Set<ChangeColumn> changeColumns() {
    return changeColumns;
  }

  /**
   * @throws MappingException when a column does not exist, or does not compare with what it is
   *     compared with
   * @throws SpecException when the predicate uses what a filter cannot
   */
  Condition condition(SqlNode node) {
    if (++depth > DEEPEST) {
      throw SqlPredicate.tooDeep(null);
    }
    try {
      return bind(node);
    } finally {
      depth--;
    }
  }

  private Condition bind(SqlNode node) {
    if (node instanceof SqlIdentifier identifier) {
      return new Condition.Holds(bool(term(identifier), node));
    }
    if (node instanceof SqlLiteral literal) {
      return constant(literal);
    }
    if (!(node instanceof SqlBasicCall call)) {
      throw unsupported(node);
    }
    return switch (call.getKind()) {
      case AND -> new Condition.All(conditions(SqlPredicate.parts(call, SqlKind.AND)));
      case OR -> new Condition.Any(conditions(SqlPredicate.parts(call, SqlKind.OR)));
      case NOT -> new Condition.Not(condition(call.operand(0)));
      case EQUALS -> comparison(call, Order.EQUAL);
      case NOT_EQUALS -> comparison(call, Order.NOT_EQUAL);
      case LESS_THAN -> comparison(call, Order.LESS);
      case LESS_THAN_OR_EQUAL -> comparison(call, Order.LESS_OR_EQUAL);
      case GREATER_THAN -> comparison(call, Order.GREATER);
      case GREATER_THAN_OR_EQUAL -> comparison(call, Order.GREATER_OR_EQUAL);
      case IS_NOT_DISTINCT_FROM -> same(call);
      case IS_DISTINCT_FROM -> new Condition.Not(same(call));
      case BETWEEN -> between(call);
      case IN -> in(call);
      case NOT_IN -> new Condition.Not(in(call));
      case LIKE -> like(call);
      case IS_NULL -> isNull(call.operand(0));
      case IS_NOT_NULL -> new Condition.Not(isNull(call.operand(0)));
      case IS_TRUE -> new Condition.Is(condition(call.operand(0)), Truth.TRUE);
      case IS_FALSE -> new Condition.Is(condition(call.operand(0)), Truth.FALSE);
      case IS_NOT_TRUE ->
          new Condition.Not(new Condition.Is(condition(call.operand(0)), Truth.TRUE));
      case IS_NOT_FALSE ->
          new Condition.Not(new Condition.Is(condition(call.operand(0)), Truth.FALSE));
      default -> throw unsupported(node);
    };
  }

  private List<Condition> conditions(List<SqlNode> nodes) {
    return nodes.stream().map(this::condition).toList();
  }

  private static Condition constant(SqlLiteral literal) {
    // Not by the type UNKNOWN: that is what the parser gives a DATE, TIME or TIMESTAMP that it has
    // not resolved yet. The word UNKNOWN is a BOOLEAN without a value.
    if (LiteralValue.isNull(literal)) {
      return new Condition.Constant(Truth.UNKNOWN);
    }
    if (literal.getTypeName() != SqlTypeName.BOOLEAN) {
      throw new SpecException(
          String.format(
              "source.filter has the value %s where a condition has to stand: compare it with a"
                  + " column.",
              literal));
    }
    Object value = literal.getValue();
    return new Condition.Constant(value == null ? Truth.UNKNOWN : Truth.of((Boolean) value));
  }

  /** IS UNKNOWN is what the grammar makes of IS NULL for conditions. */
  private Condition isNull(SqlNode node) {
    return node instanceof SqlBasicCall && !LiteralValue.is(node)
        ? new Condition.Is(condition(node), Truth.UNKNOWN)
        : new Condition.IsNull(operand(node));
  }

  private Operand operand(SqlNode node) {
    return node instanceof SqlIdentifier identifier
        ? term(identifier).operand()
        : new Operand.Literal(LiteralValue.alone(node).map(LiteralValue::value).orElse(null));
  }

  private static Operand bool(Term term, SqlNode node) {
    if (term.type().typeId() != Type.TypeID.BOOLEAN) {
      throw new MappingException(
          String.format(
              "source.filter has column '%s' of type %s where a condition has to stand: compare it,"
                  + " as in %s = …",
              term.name(), term.type(), node));
    }
    return term.operand();
  }

  /** A column in a predicate. */
  private record Term(String name, Type type, Operand operand, Optional<ChangeColumn> ofChange) {
    boolean isChangeType() {
      return ofChange.filter(c -> c == ChangeColumn.CHANGE_TYPE).isPresent();
    }
  }

  private Term term(SqlIdentifier identifier) {
    Named named = names.find(identifier);
    if (named instanceof ColumnNames.OfChange change) {
      ChangeColumn column = change.column();
      changeColumns.add(column);
      return new Term(
          column.column(), column.type(), new Operand.OfChange(column), Optional.of(column));
    }
    Path path = (Path) named;
    paths.add(path);
    return new Term(
        path.dotted(),
        path.last().type(),
        new Operand.Column(positions.apply(path)),
        Optional.empty());
  }

  private Condition comparison(SqlBasicCall call, Order order) {
    return compare(call.operand(0), call.operand(1), order, call);
  }

  private Condition compare(SqlNode left, SqlNode right, Order order, SqlNode whole) {
    Sides sides = sides(left, right, whole);
    boolean ordered = order != Order.EQUAL && order != Order.NOT_EQUAL;
    if (ordered && sides.changeType()) {
      throw changeTypeOrder(whole);
    }
    return sides.family() == null
        ? new Condition.Constant(Truth.UNKNOWN)
        : new Condition.Comparison(order, sides.family(), sides.left(), sides.right());
  }

  private static MappingException changeTypeOrder(SqlNode whole) {
    return new MappingException(
        String.format(
            "source.filter has %s, but kinds of changes have no order: use =, <> or IN with"
                + " _change_type.",
            whole));
  }

  private Condition same(SqlBasicCall call) {
    Sides sides = sides(call.operand(0), call.operand(1), call);
    return sides.family() == null
        ? new Condition.Constant(
            Truth.of(LiteralValue.isNull(call.operand(0)) == LiteralValue.isNull(call.operand(1))))
        : new Condition.Same(sides.family(), sides.left(), sides.right());
  }

  /**
   * Both sides of a comparison.
   *
   * @param family null: NULL is compared with a literal, which is never known
   */
  private record Sides(ValueFamily family, Operand left, Operand right, boolean changeType) {}

  private Sides sides(SqlNode left, SqlNode right, SqlNode whole) {
    if (left instanceof SqlIdentifier a && right instanceof SqlIdentifier b) {
      return columns(term(a), term(b), whole);
    }
    if (left instanceof SqlIdentifier column && LiteralValue.is(right)) {
      Term term = term(column);
      LiteralValue value = literal(right, term);
      return new Sides(
          value.family(), term.operand(), new Operand.Literal(value.value()), term.isChangeType());
    }
    if (LiteralValue.is(left) && right instanceof SqlIdentifier) {
      Sides flipped = sides(right, left, whole);
      return new Sides(flipped.family(), flipped.right(), flipped.left(), flipped.changeType());
    }
    if (LiteralValue.is(left) && LiteralValue.is(right)) {
      return literals(left, right, whole);
    }
    throw unsupported(LiteralValue.is(left) || left instanceof SqlIdentifier ? right : left);
  }

  private static LiteralValue literal(SqlNode node, Term term) {
    return term.isChangeType()
        ? LiteralValue.changeType(node)
        : LiteralValue.of(node, term.name(), term.type());
  }

  private static Sides columns(Term left, Term right, SqlNode whole) {
    Optional<ValueFamily> family =
        ValueFamily.of(left.type())
            .flatMap(a -> ValueFamily.of(right.type()).flatMap(b -> ValueFamily.common(a, b)));
    boolean zones =
        left.type().typeId() != Type.TypeID.DATE
            && right.type().typeId() != Type.TypeID.DATE
            && LiteralValue.isInstant(left.type()) != LiteralValue.isInstant(right.type());
    if (family.isEmpty() || zones || left.isChangeType() || right.isChangeType()) {
      throw new MappingException(
          String.format(
              "source.filter compares column '%s' of type %s with column '%s' of type %s in %s,"
                  + " which do not compare: compare columns of like types.",
              left.name(), left.type(), right.name(), right.type(), whole));
    }
    return new Sides(family.get(), left.operand(), right.operand(), false);
  }

  private static Sides literals(SqlNode left, SqlNode right, SqlNode whole) {
    Optional<LiteralValue> a = LiteralValue.alone(left);
    Optional<LiteralValue> b = LiteralValue.alone(right);
    if (a.isEmpty() || b.isEmpty()) {
      return new Sides(null, null, null, false);
    }
    ValueFamily family =
        ValueFamily.common(a.get().family(), b.get().family())
            .orElseThrow(
                () ->
                    new MappingException(
                        String.format(
                            "source.filter has %s, whose sides do not compare: write both sides in"
                                + " one type.",
                            whole)));
    return new Sides(
        family, new Operand.Literal(a.get().value()), new Operand.Literal(b.get().value()), false);
  }

  private Condition between(SqlBasicCall call) {
    SqlBetweenOperator operator = (SqlBetweenOperator) call.getOperator();
    Condition within = within(call, call.operand(1), call.operand(2));
    if (operator.flag == SqlBetweenOperator.Flag.SYMMETRIC) {
      within = new Condition.Any(List.of(within, within(call, call.operand(2), call.operand(1))));
    }
    return operator.isNegated() ? new Condition.Not(within) : within;
  }

  private Condition within(SqlBasicCall call, SqlNode low, SqlNode high) {
    return new Condition.All(
        List.of(
            compare(call.operand(0), low, Order.GREATER_OR_EQUAL, call),
            compare(call.operand(0), high, Order.LESS_OR_EQUAL, call)));
  }

  private Condition in(SqlBasicCall call) {
    SqlNode wanted = call.operand(0);
    if (!(call.operand(1) instanceof SqlNodeList items)) {
      throw unsupported(call.operand(1));
    }
    if (wanted instanceof SqlIdentifier column && items.stream().allMatch(LiteralValue::is)) {
      Term term = term(column);
      return oneOf(term, items.stream().map(item -> literal(item, term)).toList());
    }
    List<Condition> parts = new ArrayList<>();
    items.forEach(item -> parts.add(compare(wanted, item, Order.EQUAL, call)));
    return new Condition.Any(parts);
  }

  private static Condition oneOf(Term term, List<LiteralValue> items) {
    ValueFamily family =
        items.stream()
            .map(LiteralValue::family)
            .reduce((a, b) -> ValueFamily.common(a, b).orElseThrow())
            .orElseThrow();
    return Condition.OneOf.of(
        family, term.operand(), items.stream().map(LiteralValue::value).toList());
  }

  private Condition like(SqlBasicCall call) {
    SqlLikeOperator operator = (SqlLikeOperator) call.getOperator();
    Optional<String> pattern = LiteralValue.text(call.operand(1));
    Optional<String> escape =
        call.operandCount() > 2 ? LiteralValue.text(call.operand(2)) : Optional.of("");
    if (!operator.isCaseSensitive()
        || !(call.operand(0) instanceof SqlIdentifier column)
        || pattern.isEmpty()
        || escape.isEmpty()) {
      throw unsupported(call);
    }
    Term term = term(column);
    if (term.isChangeType()) {
      throw changeTypeOrder(call);
    }
    if (term.type().typeId() != Type.TypeID.STRING) {
      throw new MappingException(
          String.format(
              "source.filter has %s, but column '%s' is of type %s: LIKE is for strings.",
              call, term.name(), term.type()));
    }
    Condition like =
        new Condition.Like(term.operand(), LikePattern.of(pattern.get(), escape.get()));
    return operator.isNegated() ? new Condition.Not(like) : like;
  }

  /** The node as SQL, for messages. */
  static String text(SqlNode node) {
    return node.toString().replace("\n", " ").replace("`", "");
  }

  static MappingException nestedColumn(String column, Type type) {
    return new MappingException(
        String.format(
            "source.filter compares column '%s' of type %s, which can only be asked for IS NULL%s.",
            column,
            type,
            type.isStructType()
                ? "; compare one of its fields, as in " + example(column, type.asStructType())
                : ""));
  }

  private static String example(String column, Types.StructType struct) {
    return column + "." + struct.fields().get(0).name();
  }

  private static SpecException unsupported(SqlNode node) {
    String what =
        node instanceof SqlBasicCall call
            ? call.getOperator().getName() + " in " + text(node)
            : text(node);
    return new SpecException(
        String.format("source.filter uses %s, which a filter cannot: %s.", what, ALLOWED));
  }
}
