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

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A predicate that is bound to columns. Immutable; travels to workers. */
sealed interface Condition extends Serializable {

  Truth test(RowContext context);

  /** A condition that always has the same value. */
  record Constant(Truth value) implements Condition {
    @Override
    public Truth test(RowContext context) {
      return value;
    }
  }

  /** Whether a row goes to a table; never unknown. */
  record Destination(DestinationNames.Namer namer, String table) implements Condition {
    @Override
    public Truth test(RowContext context) {
      return namer.name(context.row()).equals(table) ? Truth.TRUE : Truth.FALSE;
    }
  }

  /** All of them. */
  record All(List<Condition> parts) implements Condition {
    @Override
    public Truth test(RowContext context) {
      Truth result = Truth.TRUE;
      for (Condition part : parts) {
        result = result.and(part.test(context));
        if (result == Truth.FALSE) {
          break;
        }
      }
      return result;
    }
  }

  /** Any of them. */
  record Any(List<Condition> parts) implements Condition {
    @Override
    public Truth test(RowContext context) {
      Truth result = Truth.FALSE;
      for (Condition part : parts) {
        result = result.or(part.test(context));
        if (result == Truth.TRUE) {
          break;
        }
      }
      return result;
    }
  }

  /** The opposite, which of unknown is unknown. */
  record Not(Condition part) implements Condition {
    @Override
    public Truth test(RowContext context) {
      return part.test(context).not();
    }
  }

  /** IS TRUE, IS FALSE and IS UNKNOWN; never unknown itself. */
  record Is(Condition part, Truth wanted) implements Condition {
    @Override
    public Truth test(RowContext context) {
      return Truth.of(part.test(context) == wanted);
    }
  }

  /** A boolean operand as a condition. */
  record Holds(Operand operand) implements Condition {
    @Override
    public Truth test(RowContext context) {
      Object value = operand.value(context);
      return value == null ? Truth.UNKNOWN : Truth.of((Boolean) value);
    }
  }

  /** IS NULL; never unknown. */
  record IsNull(Operand operand) implements Condition {
    @Override
    public Truth test(RowContext context) {
      return Truth.of(operand.value(context) == null);
    }
  }

  /** How the two sides of a comparison have to stand. */
  enum Order {
    EQUAL,
    NOT_EQUAL,
    LESS,
    LESS_OR_EQUAL,
    GREATER,
    GREATER_OR_EQUAL;

    boolean holds(int comparison) {
      return switch (this) {
        case EQUAL -> comparison == 0;
        case NOT_EQUAL -> comparison != 0;
        case LESS -> comparison < 0;
        case LESS_OR_EQUAL -> comparison <= 0;
        case GREATER -> comparison > 0;
        case GREATER_OR_EQUAL -> comparison >= 0;
      };
    }

    /** The same with its sides exchanged. */
    Order flipped() {
      return switch (this) {
        case EQUAL, NOT_EQUAL -> this;
        case LESS -> GREATER;
        case LESS_OR_EQUAL -> GREATER_OR_EQUAL;
        case GREATER -> LESS;
        case GREATER_OR_EQUAL -> LESS_OR_EQUAL;
      };
    }
  }

  /** A comparison of two values of one family; unknown when either is null. */
  record Comparison(Order order, ValueFamily family, Operand left, Operand right)
      implements Condition {
    @Override
    public Truth test(RowContext context) {
      Object a = left.value(context);
      Object b = right.value(context);
      if (a == null || b == null) {
        return Truth.UNKNOWN;
      }
      return Truth.of(order.holds(family.compare(family.canonical(a), family.canonical(b))));
    }
  }

  /** IS NOT DISTINCT FROM: equality for which null equals null. */
  record Same(ValueFamily family, Operand left, Operand right) implements Condition {
    @Override
    public Truth test(RowContext context) {
      Object a = left.value(context);
      Object b = right.value(context);
      if (a == null || b == null) {
        return Truth.of(a == b);
      }
      return Truth.of(family.compare(family.canonical(a), family.canonical(b)) == 0);
    }
  }

  /**
   * IN with literals only.
   *
   * @param sorted the values that are not null, canonical, in the family's order
   * @param withNull whether NULL is among the values, so that no value is known to be none of them
   */
  record OneOf(ValueFamily family, Operand operand, ArrayList<Object> sorted, boolean withNull)
      implements Condition {

    static OneOf of(ValueFamily family, Operand operand, List<?> values) {
      ArrayList<Object> sorted = new ArrayList<>();
      boolean withNull = false;
      for (Object value : values) {
        if (value == null) {
          withNull = true;
        } else {
          sorted.add(family.canonical(value));
        }
      }
      sorted.sort(family::compare);
      return new OneOf(family, operand, sorted, withNull);
    }

    @Override
    public Truth test(RowContext context) {
      Object value = operand.value(context);
      if (value == null) {
        return Truth.UNKNOWN;
      }
      if (Collections.binarySearch(sorted, family.canonical(value), family::compare) >= 0) {
        return Truth.TRUE;
      }
      return withNull ? Truth.UNKNOWN : Truth.FALSE;
    }
  }

  /** LIKE with a literal pattern; unknown for null. */
  record Like(Operand operand, LikePattern pattern) implements Condition {
    @Override
    public Truth test(RowContext context) {
      Object value = operand.value(context);
      return value == null ? Truth.UNKNOWN : Truth.of(pattern.matches(value.toString()));
    }
  }
}
