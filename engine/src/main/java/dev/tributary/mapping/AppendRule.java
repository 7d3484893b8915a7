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

import dev.tributary.changes.Change;
import dev.tributary.changes.ChangeKind;
import dev.tributary.changes.CommitResolver;
import dev.tributary.rows.Annotations;
import dev.tributary.rows.KeyCodec;
import dev.tributary.spec.MetadataColumn;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;

/**
 * How changes become rows of a target with mode append. With a column for the change type every
 * change is a row. Without one only rows that came to be are written, since nothing would tell them
 * from those that went.
 *
 * @param pairing target columns by which removed and added rows of a commit are paired to updates:
 *     the source's own key; empty: it has none that the target takes, and they are not paired
 * @param changeTypes places of the target's columns that hold the change type
 */
public record AppendRule(
    ArrayList<String> pairing, ArrayList<Integer> changeTypes, Annotations lineage)
    implements Serializable {
  private static final String UNKNOWN = "";

  /**
   * The rule of a mapping into a target.
   *
   * @param source all columns of the source, metadata columns among them
   */
  public static AppendRule of(Schema source, RowMapping mapping) {
    List<MappedColumn> columns = mapping.columns();
    ArrayList<Integer> changeTypes = new ArrayList<>();
    ArrayList<Integer> lineage = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      Types.NestedField field = source.findField(columns.get(i).source());
      Optional<MetadataColumn> metadata = MetadataColumn.of(field);
      if (metadata.equals(Optional.of(MetadataColumn.CHANGE_TYPE))) {
        changeTypes.add(i);
      } else if (metadata.isPresent() && metadata.get().isLineage()) {
        lineage.add(i);
      }
    }
    return new AppendRule(pairing(source, columns), changeTypes, new Annotations(lineage));
  }

  private static ArrayList<String> pairing(Schema source, List<MappedColumn> columns) {
    ArrayList<String> pairing = new ArrayList<>();
    for (String key : source.identifierFieldNames()) {
      Optional<MappedColumn> mapped =
          columns.stream()
              .filter(column -> column.source().equals(key))
              .filter(column -> KeyCodec.unfit(column.targetType()).isEmpty())
              .findFirst();
      if (mapped.isEmpty()) {
        return new ArrayList<>();
      }
      pairing.add(mapped.get().target());
    }
    return pairing;
  }

  /** Whether changes of this kind are written. */
  public boolean writes(ChangeKind kind) {
    return !changeTypes.isEmpty() || !kind.removes();
  }

  /** Makes a row of the target state what happened to it. */
  public Record state(ChangeKind kind, Record row) {
    return set(kind.name(), row);
  }

  /** Makes a row of the target state nothing of that, so that it equals rows of other changes. */
  public Record unstate(Record row) {
    return set(UNKNOWN, row);
  }

  private Record set(String changeType, Record row) {
    for (int place : changeTypes) {
      row.set(place, changeType);
    }
    return row;
  }

  /**
   * What rows removed and added by one commit amount to: equal ones cancel, and others are updates
   * where the source's key pairs them.
   *
   * @param removed rows of one key, or rows that may be equal when there is no key
   * @param added likewise
   */
  public List<Change> resolve(int commit, List<Record> removed, List<Record> added) {
    return pairing.isEmpty()
        ? CommitResolver.cancel(commit, removed, added, lineage)
        : CommitResolver.resolve(commit, removed, added, lineage);
  }
}
