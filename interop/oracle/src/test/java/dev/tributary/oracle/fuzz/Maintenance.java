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

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.iceberg.Snapshot;

/** Steps that change how a table lies on disk, what its history holds, or how it is written. */
final class Maintenance {
  private Maintenance() {}

  static void compact(Work work) {
    RandomTable table = work.table();
    Random random = work.random();
    List<Column> sortable = table.columns().stream().filter(PartitionField::suits).toList();
    Column column = ColumnType.any(sortable, random);
    boolean partitioned = table.partitions().stream().anyMatch(p -> p.columnId() == column.id());
    if (table.delta()) {
      boolean order = random.nextInt(3) == 0 && !partitioned;
      work.statements()
          .run("OPTIMIZE " + table.sql() + (order ? " ZORDER BY (" + column.sql() + ")" : ""));
      return;
    }
    String options =
        ColumnType.any(
            List.of(
                "'rewrite-all', 'true'", "'delete-file-threshold', '1'", "'min-input-files', '2'"),
            random);
    String sort =
        switch (random.nextInt(4)) {
          case 0 -> ", strategy => 'sort', sort_order => '" + column.name() + "'";
          case 1 -> ", strategy => 'sort', sort_order => 'zorder(" + column.name() + ")'";
          default -> "";
        };
    call(work, "rewrite_data_files", sort + ", options => map(" + options + ")");
  }

  static void compactDeletes(Work work) {
    if (work.table().delta()) {
      work.statements().run("REORG TABLE " + work.table().sql() + " APPLY (PURGE)");
    } else {
      call(work, "rewrite_position_delete_files", ", options => map('rewrite-all', 'true')");
    }
  }

  static void rewriteManifests(Work work) {
    call(work, "rewrite_manifests", "");
  }

  /** Removes history that all targets have consumed. */
  static void expire(Work work) {
    if (work.table().empty()) {
      return;
    }
    work.catchUp().run();
    work.table().removeHistory();
    if (work.table().delta()) {
      work.table().restorableFrom(work.version().getAsLong());
      work.statements().run("VACUUM " + work.table().sql() + " RETAIN 0 HOURS");
    } else {
      int kept = 1 + work.random().nextInt(3);
      call(
          work,
          "expire_snapshots",
          ", older_than => TIMESTAMP '2100-01-01 00:00:00', retain_last => " + kept);
    }
  }

  static void setProperties(Work work) {
    RandomTable table = work.table();
    Random random = work.random();
    Map<String, String> properties = new TreeMap<>();
    int formatVersion = table.formatVersion();
    if (table.delta()) {
      switch (random.nextInt(6)) {
        case 0 -> properties.put("delta.enableDeletionVectors", "true");
        case 1 -> properties.put("delta.enableDeletionVectors", "false");
        case 2 -> properties.put("delta.checkpointInterval", "2");
        case 3 -> {
          if (!table.columnMapping()) {
            properties.put("delta.columnMapping.mode", "name");
          }
        }
        case 4 -> properties.put("delta.enableTypeWidening", "true");
        default -> properties.put("delta.enableInCommitTimestamps", "true");
      }
    } else {
      switch (random.nextInt(4)) {
        case 0 -> {
          if (formatVersion < 3) {
            formatVersion++;
            properties.put("format-version", Integer.toString(formatVersion));
          }
        }
        case 1 ->
            properties.put(
                "write.format.default", ColumnType.any(List.of("parquet", "orc", "avro"), random));
        case 2 ->
            properties.put(
                "write.delete.format.default",
                ColumnType.any(List.of("parquet", "orc", "avro"), random));
        default -> {}
      }
      for (String operation : List.of("delete", "update", "merge")) {
        if (formatVersion > 1 && random.nextBoolean()) {
          properties.put(
              "write." + operation + ".mode",
              random.nextBoolean() ? "copy-on-write" : "merge-on-read");
        }
      }
    }
    if (properties.isEmpty()) {
      return;
    }
    boolean done =
        work.statements()
            .run(
                String.format(
                    "ALTER TABLE %s SET TBLPROPERTIES (%s)",
                    table.sql(), RandomTable.properties(properties)));
    if (done) {
      table.formatVersion(formatVersion);
      if (table.delta()) {
        table.restorableFrom(work.version().getAsLong());
      }
      table.columnMapping(
          table.columnMapping() || properties.containsKey("delta.columnMapping.mode"));
    }
  }

  /**
   * Iceberg: commits that are taken back before anyone saw them. Delta: an earlier version again.
   */
  static void rollBack(Work work) {
    RandomTable table = work.table();
    if (table.delta()) {
      // Back to the columns of before, the target's user would have to know what Delta did.
      int versions = (int) (work.version().getAsLong() - table.restorableFrom());
      if (versions > 0) {
        long version = table.restorableFrom() + work.random().nextInt(versions);
        work.statements()
            .run(String.format("RESTORE TABLE %s TO VERSION AS OF %d", table.sql(), version));
        table.restored();
      }
      return;
    }
    Snapshot snapshot = work.iceberg().get().currentSnapshot();
    if (snapshot == null) {
      return;
    }
    RowSteps.update(work);
    RowSteps.append(work, 3);
    call(work, "rollback_to_snapshot", ", snapshot_id => " + snapshot.snapshotId());
    table.restored();
  }

  /** Commits on a branch that becomes the main one. */
  static void branch(Work work) {
    RandomTable table = work.table();
    if (work.iceberg().get().currentSnapshot() == null) {
      return;
    }
    work.statements().run("ALTER TABLE " + table.sql() + " CREATE OR REPLACE BRANCH side");
    List<Integer> rows = table.newRows(4, work.random());
    boolean appended =
        work.statements()
            .run(
                String.format(
                    "INSERT INTO %s.branch_side %s", table.sql(), table.rows(rows, work.random())));
    work.statements()
        .run(
            String.format(
                "DELETE FROM %s.branch_side WHERE %s",
                table.sql(), table.predicate(work.random())));
    if (work.random().nextInt(3) > 0
        && call(work, "fast_forward", ", branch => 'main', to => 'side'")
        && appended) {
      table.inserted(rows);
    }
    work.statements().run("ALTER TABLE " + table.sql() + " DROP BRANCH side");
  }

  static void changePartitions(Work work) {
    RandomTable table = work.table();
    Random random = work.random();
    List<PartitionField> fields = table.partitions();
    List<Column> suitable =
        table.columns().stream()
            .filter(PartitionField::suits)
            .filter(Column::pinned)
            .filter(c -> fields.stream().noneMatch(field -> field.columnId() == c.id()))
            .toList();
    int choice = fields.isEmpty() ? 0 : random.nextInt(3);
    if (suitable.isEmpty() && choice != 1) {
      return;
    }
    String alter = "ALTER TABLE " + table.sql();
    PartitionField old = choice == 0 ? null : ColumnType.any(fields, random);
    PartitionField added =
        choice == 1 ? null : PartitionField.any(ColumnType.any(suitable, random), random);
    String change =
        switch (choice) {
          case 0 -> " ADD PARTITION FIELD " + sql(table, added);
          case 1 -> " DROP PARTITION FIELD " + sql(table, old);
          default -> " REPLACE PARTITION FIELD " + sql(table, old) + " WITH " + sql(table, added);
        };
    if (work.statements().run(alter + change)) {
      fields.remove(old);
      if (added != null) {
        fields.add(added);
      }
      table.partitionsEvolve();
      RowSteps.append(work, 5);
    }
  }

  private static String sql(RandomTable table, PartitionField field) {
    return field.spark(table.column(field.columnId()).sql());
  }

  private static boolean call(Work work, String procedure, String arguments) {
    return work.statements()
        .run(
            String.format(
                "CALL %s.system.%s(table => '%s'%s)",
                work.table().catalog(), procedure, work.table().name(), arguments));
  }
}
