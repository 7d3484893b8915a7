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

import dev.tributary.changes.ChangeKind;
import dev.tributary.history.SourceCommit;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** Columns that tell of a change and its commit rather than of the row. */
enum ChangeColumn {
  CHANGE_TYPE("_change_type", Types.StringType.get()),
  SNAPSHOT_ID("_commit_snapshot_id", Types.LongType.get()),
  SEQUENCE_NUMBER("_commit_snapshot_sequence_number", Types.LongType.get()),
  VERSION("_commit_version", Types.LongType.get()),
  TIMESTAMP("_commit_timestamp", Types.TimestampType.withZone());

  private final String column;
  private final Type type;

  ChangeColumn(String column, Type type) {
    this.column = column;
    this.type = type;
  }

  String column() {
    return column;
  }

  Type type() {
    return type;
  }

  static Optional<ChangeColumn> named(String name) {
    return Arrays.stream(values()).filter(c -> c.column.equalsIgnoreCase(name)).findFirst();
  }

  /** The values of a commit's changes of one kind, canonical, by ordinal. */
  static List<Object> values(SourceCommit commit, ChangeKind kind) {
    List<Object> values = new ArrayList<>();
    values.add(kind.name());
    values.add(number(commit.id()));
    values.add(commit.sequence().isPresent() ? commit.sequence().getAsLong() : null);
    values.add(number(commit.id()));
    values.add(LocalDateTime.ofInstant(commit.timestamp(), ZoneOffset.UTC));
    return Collections.unmodifiableList(values);
  }

  private static Object number(String id) {
    try {
      return Long.parseLong(id);
    } catch (NumberFormatException e) {
      return null;
    }
  }
}
