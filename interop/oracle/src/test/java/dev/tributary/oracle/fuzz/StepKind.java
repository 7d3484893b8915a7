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
package dev.tributary.oracle.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** What a step of a sequence may do to the table. */
enum StepKind {
  APPEND(16, RowSteps::append),
  UPDATE(13, RowSteps::update),
  DELETE(11, RowSteps::delete),
  MERGE(11, RowSteps::merge),
  MOVE_KEY(4, RowSteps::moveKey),
  OVERWRITE(4, RowSteps::overwrite),
  OVERWRITE_SELF(4, RowSteps::overwriteWithSelf),
  EQUALITY_DELETE(8, EqualityDeletes::delete, definition -> definition.formatVersion() >= 2),
  UPSERT(6, EqualityDeletes::upsert, definition -> definition.formatVersion() >= 2),
  COMPACT(7, Maintenance::compact),
  COMPACT_DELETES(3, Maintenance::compactDeletes),
  REWRITE_MANIFESTS(2, Maintenance::rewriteManifests, definition -> !definition.delta()),
  EXPIRE(4, Maintenance::expire),
  SET_PROPERTIES(4, Maintenance::setProperties),
  ROLL_BACK(3, Maintenance::rollBack),
  BRANCH(2, Maintenance::branch, definition -> !definition.delta()),
  PARTITION(5, Maintenance::changePartitions, definition -> !definition.delta()),
  ADD_COLUMN(5, SchemaSteps::addColumn),
  DROP_COLUMN(3, SchemaSteps::dropColumn),
  RENAME_COLUMN(4, SchemaSteps::renameColumn),
  WIDEN_COLUMN(4, SchemaSteps::widenColumn),
  MOVE_COLUMN(2, SchemaSteps::moveColumn),
  CHANGE_STRUCT(4, SchemaSteps::changeStruct),
  ALLOW_NULLS(1, SchemaSteps::allowNulls);

  private final int weight;
  private final Consumer<Work> action;
  private final Predicate<TableDefinition> suits;

  StepKind(int weight, Consumer<Work> action) {
    this(weight, action, definition -> true);
  }

  StepKind(int weight, Consumer<Work> action, Predicate<TableDefinition> suits) {
    this.weight = weight;
    this.action = action;
    this.suits = suits;
  }

  /** Does the step. */
  void apply(Work work) {
    action.accept(work);
  }

  /** A kind that suits the table, by weight. */
  static StepKind random(TableDefinition definition, Random random) {
    List<StepKind> weighted = new ArrayList<>();
    for (StepKind kind : values()) {
      for (int i = 0; kind.suits.test(definition) && i < kind.weight; i++) {
        weighted.add(kind);
      }
    }
    return ColumnType.any(weighted, random);
  }
}
