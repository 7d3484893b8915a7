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

import dev.tributary.oracle.fuzz.ColumnType.Category;
import dev.tributary.oracle.fuzz.ColumnType.Field;
import dev.tributary.oracle.fuzz.ColumnType.ListOf;
import dev.tributary.oracle.fuzz.ColumnType.MapOf;
import dev.tributary.oracle.fuzz.ColumnType.Primitive;
import dev.tributary.oracle.fuzz.ColumnType.Struct;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * A source table as it is created.
 *
 * @param formatVersion Iceberg's; 0 for Delta
 * @param properties table properties
 */
record TableDefinition(
    boolean delta,
    int formatVersion,
    List<Column> columns,
    List<KeyPart> key,
    List<PartitionField> partitions,
    Map<String, String> properties) {

  private static final List<String> ODD_VALUES =
      List.of("east", "west", "", "日本", "a/b=c", "100% #1", "two words", "?q=1&r=2", "it's");

  /** Whether Delta columns can be renamed and dropped from the start. */
  boolean columnMapping() {
    return properties.containsKey("delta.columnMapping.mode");
  }

  /** Whether each Delta commit has a change data feed. */
  boolean feed() {
    return properties.containsKey("delta.enableChangeDataFeed");
  }

  /** Whether the nulls of the key match each other. */
  boolean nullKeys() {
    return key.stream().anyMatch(KeyPart::nullable);
  }

  static TableDefinition random(Random random) {
    // Delta's statements take Spark several times as long.
    boolean delta = random.nextInt(4) == 0;
    int formatVersion = delta ? 0 : ColumnType.any(List.of(1, 2, 2, 2, 3, 3, 3), random);
    Map<String, String> properties =
        delta ? deltaProperties(random) : icebergProperties(formatVersion, random);
    List<Column> columns = new ArrayList<>();
    List<KeyPart> key = key(columns, random);
    for (int i = 1 + random.nextInt(2); i > 0; i--) {
      List<String> values = new ArrayList<>();
      for (int j = 0; j < 4; j++) {
        values.add(ColumnType.any(ODD_VALUES, random));
      }
      add(columns, new Category(values), true, true);
    }
    for (int i = 2 + random.nextInt(5); i > 0; i--) {
      add(columns, type(delta, 2, random), random.nextInt(5) > 0, false);
    }
    List<PartitionField> partitions = partitions(columns, delta, random);
    return new TableDefinition(
        delta, formatVersion, pinned(columns, partitions), key, partitions, properties);
  }

  private static void add(List<Column> columns, ColumnType type, boolean nullable, boolean pinned) {
    columns.add(new Column(columns.size(), "c" + columns.size(), type, nullable, pinned));
  }

  private static List<KeyPart> key(List<Column> columns, Random random) {
    boolean nullable = random.nextInt(5) == 0;
    boolean composite = random.nextInt(3) == 0;
    List<KeyPart> key = new ArrayList<>();
    for (int i = 0; i < (composite ? 2 : 1); i++) {
      Primitive type = ColumnType.any(KeyPart.TYPES, random);
      int modulus = composite && i == 0 ? 3 : 0;
      key.add(new KeyPart(columns.size(), type, composite && i == 1 ? 3 : 1, modulus, nullable));
      // Most of Delta's keys may be null as far as the table knows.
      add(columns, type, nullable || random.nextBoolean(), true);
      if (composite && i == 0 && random.nextBoolean()) {
        add(columns, Primitive.STRING, true, false);
      }
    }
    return key;
  }

  private static List<Column> pinned(List<Column> columns, List<PartitionField> partitions) {
    return columns.stream()
        .map(
            c ->
                partitions.stream().anyMatch(p -> p.columnId() == c.id())
                    ? new Column(c.id(), c.name(), c.type(), c.nullable(), true)
                    : c)
        .toList();
  }

  private static List<PartitionField> partitions(
      List<Column> columns, boolean delta, Random random) {
    List<PartitionField> fields = new ArrayList<>();
    for (int i = ColumnType.any(List.of(0, 0, 1, 1, 2), random); i > 0; i--) {
      List<Column> suitable =
          columns.stream()
              .filter(PartitionField::suits)
              .filter(c -> !delta || c.type() instanceof Category)
              .filter(c -> fields.stream().noneMatch(field -> field.columnId() == c.id()))
              .toList();
      if (!suitable.isEmpty()) {
        Column column = ColumnType.any(suitable, random);
        fields.add(
            delta
                ? new PartitionField(column.id(), "identity", 0)
                : PartitionField.any(column, random));
      }
    }
    return fields;
  }

  /** A type of the given depth at most. */
  static ColumnType type(boolean delta, int depth, Random random) {
    int choice = random.nextInt(depth > 0 ? 10 : 7);
    return switch (choice) {
      case 7 -> struct(delta, depth, random);
      case 8 -> new ListOf(type(delta, depth - 1, random));
      case 9 -> new MapOf(type(delta, depth - 1, random));
      default ->
          ColumnType.any(
              Arrays.stream(Primitive.values()).filter(type -> delta || type.iceberg()).toList(),
              random);
    };
  }

  private static Struct struct(boolean delta, int depth, Random random) {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < 2 + random.nextInt(2); i++) {
      fields.add(new Field("f" + i, type(delta, depth - 1, random)));
    }
    return new Struct(fields);
  }

  private static Map<String, String> icebergProperties(int formatVersion, Random random) {
    Map<String, String> properties = new TreeMap<>();
    properties.put("format-version", Integer.toString(formatVersion));
    properties.put(
        "write.format.default",
        ColumnType.any(List.of("parquet", "parquet", "parquet", "orc", "avro"), random));
    for (String operation : List.of("delete", "update", "merge")) {
      properties.put(
          "write." + operation + ".mode",
          formatVersion == 1 || random.nextInt(3) == 0 ? "copy-on-write" : "merge-on-read");
    }
    if (random.nextBoolean()) {
      properties.put("write.delete.granularity", random.nextBoolean() ? "file" : "partition");
    }
    if (random.nextInt(3) > 0) {
      properties.put("write.distribution-mode", "none");
    }
    if (random.nextInt(3) == 0) {
      properties.put("commit.manifest.min-count-to-merge", "2");
    }
    if (random.nextInt(4) == 0) {
      properties.put("write.metadata.compression-codec", "gzip");
    }
    return properties;
  }

  private static Map<String, String> deltaProperties(Random random) {
    Map<String, String> properties = new TreeMap<>();
    if (random.nextInt(5) > 1) {
      properties.put("delta.enableChangeDataFeed", "true");
    }
    if (random.nextInt(4) > 0) {
      // Bounds of columns cost Spark an expression to compile for each column and schema.
      properties.put("delta.dataSkippingNumIndexedCols", "0");
    }
    if (random.nextBoolean()) {
      properties.put("delta.enableDeletionVectors", "true");
    }
    switch (random.nextInt(4)) {
      case 0, 1 -> properties.put("delta.columnMapping.mode", "name");
      case 2 -> properties.put("delta.columnMapping.mode", "id");
      default -> {}
    }
    if (random.nextInt(3) == 0) {
      properties.put("delta.enableTypeWidening", "true");
    }
    if (random.nextBoolean()) {
      properties.put("delta.checkpointInterval", Integer.toString(2 + random.nextInt(4)));
    }
    if (random.nextInt(5) == 0) {
      properties.put("delta.checkpointPolicy", "v2");
    }
    if (random.nextInt(5) == 0) {
      properties.put("delta.enableRowTracking", "true");
    }
    if (random.nextInt(5) == 0) {
      properties.put("delta.enableInCommitTimestamps", "true");
    }
    return properties;
  }
}
