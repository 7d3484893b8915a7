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
package dev.tributary.mapping;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.iceberg.Schema;
import org.apache.iceberg.UpdateSchema;
import org.apache.iceberg.types.Type;

/** What an ALTER statement does to a table's columns. Names are those before any step. */
public sealed interface SchemaStep {

  /** Adds the step to an update. */
  void addTo(UpdateSchema update);

  /**
   * A new column that may be null.
   *
   * @param parent dotted path of what it is nested in; empty: nothing
   * @param doc comment; null: none
   */
  record Add(String parent, String name, Type type, String doc) implements SchemaStep {
    @Override
    public void addTo(UpdateSchema update) {
      update.addColumn(parent.isEmpty() ? null : parent, name, type, doc);
    }
  }

  /** A wider type. */
  record Widen(String column, Type.PrimitiveType type) implements SchemaStep {
    @Override
    public void addTo(UpdateSchema update) {
      update.updateColumn(column, type);
    }
  }

  /** Nulls are allowed. */
  record AllowNulls(String column) implements SchemaStep {
    @Override
    public void addTo(UpdateSchema update) {
      update.makeColumnOptional(column);
    }
  }

  /** A column that identifies rows no longer, and may be null. */
  record DropIdentifier(String column) implements SchemaStep {
    @Override
    public void addTo(UpdateSchema update) {
      update.makeColumnOptional(column);
    }
  }

  /** Another name. */
  record Rename(String column, String name) implements SchemaStep {
    @Override
    public void addTo(UpdateSchema update) {
      update.renameColumn(column, name);
    }
  }

  /** The column goes. */
  record Drop(String column) implements SchemaStep {
    @Override
    public void addTo(UpdateSchema update) {
      update.deleteColumn(column);
    }
  }

  /** The column goes, and a new one takes its name. */
  record Replace(String column, Add add) implements SchemaStep {
    @Override
    public void addTo(UpdateSchema update) {
      update.deleteColumn(column);
      add.addTo(update);
    }
  }

  /** All steps as one update. */
  static void addAll(List<SchemaStep> steps, UpdateSchema update, Schema existing) {
    Set<String> identifiers = new LinkedHashSet<>(existing.identifierFieldNames());
    for (SchemaStep step : steps) {
      if (step instanceof DropIdentifier drop) {
        identifiers.remove(drop.column());
      }
    }
    if (!identifiers.equals(existing.identifierFieldNames())) {
      update.setIdentifierFields(identifiers);
    }
    steps.forEach(step -> step.addTo(update));
  }
}
