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
package dev.tributary.delta;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delta.kernel.internal.deletionvectors.Base85Codec;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.zip.CRC32;
import org.apache.iceberg.Schema;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.parquet.GenericParquetWriter;
import org.apache.iceberg.io.FileAppender;
import org.apache.iceberg.parquet.Parquet;
import org.apache.iceberg.types.Types;
import org.roaringbitmap.RoaringBitmap;

/**
 * Writes a Delta table action by action: data files with columns {@code id} and {@code name}, and
 * commits that say about them what a test wants.
 */
public final class DeltaTableWriter {
  static final Instant FIRST_COMMIT = Instant.parse("2026-01-01T00:00:00Z");
  static final String SCHEMA =
      "{\"type\":\"struct\",\"fields\":["
          + "{\"name\":\"id\",\"type\":\"long\",\"nullable\":true,\"metadata\":{}},"
          + "{\"name\":\"name\",\"type\":\"string\",\"nullable\":true,\"metadata\":{}}]}";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Schema FILE_SCHEMA =
      new Schema(
          Types.NestedField.optional(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "name", Types.StringType.get()));
  private static final Schema FEED_SCHEMA =
      new Schema(
          Types.NestedField.optional(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "name", Types.StringType.get()),
          Types.NestedField.optional(3, "_change_type", Types.StringType.get()));

  private final Path table;
  private long nextVersion;

  public DeltaTableWriter(Path table) {
    this.table = table;
  }

  public Path table() {
    return table;
  }

  public static Object[] row(Object... values) {
    return values;
  }

  /** Writes a commit, a minute after the last one. */
  public DeltaTableWriter commit(ObjectNode... actions) {
    Instant time = FIRST_COMMIT.plusSeconds(60 * nextVersion);
    ObjectNode info = JSON.createObjectNode();
    info.putObject("commitInfo").put("timestamp", time.toEpochMilli()).put("operation", "TEST");
    StringBuilder lines = new StringBuilder(info.toString()).append('\n');
    Arrays.stream(actions).forEach(action -> lines.append(action).append('\n'));
    Path file = logFile(nextVersion++);
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, lines);
      Files.setLastModifiedTime(file, FileTime.from(time));
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public Path logFile(long version) {
    return table.resolve("_delta_log").resolve(String.format("%020d.json", version));
  }

  public static ObjectNode protocol() {
    return protocol("deletionVectors", "columnMapping");
  }

  public static ObjectNode protocol(String... features) {
    ObjectNode action = JSON.createObjectNode();
    ObjectNode protocol = action.putObject("protocol");
    protocol.put("minReaderVersion", 3).put("minWriterVersion", 7);
    ArrayNode reader = protocol.putArray("readerFeatures");
    ArrayNode writer = protocol.putArray("writerFeatures");
    for (String feature : features) {
      reader.add(feature);
      writer.add(feature);
    }
    return action;
  }

  public static ObjectNode metadata(Map<String, String> configuration) {
    return metadata(SCHEMA, List.of(), configuration);
  }

  public static ObjectNode metadata(
      String schema, List<String> partitionColumns, Map<String, String> configuration) {
    ObjectNode action = JSON.createObjectNode();
    ObjectNode metadata = action.putObject("metaData");
    metadata.put("id", "5fba94ed-9794-4965-ba6e-6ee3c0d22af9").put("schemaString", schema);
    metadata.putObject("format").put("provider", "parquet").putObject("options");
    partitionColumns.forEach(metadata.putArray("partitionColumns")::add);
    ObjectNode values = metadata.putObject("configuration");
    configuration.forEach(values::put);
    return action;
  }

  public static Map<String, String> feedOn() {
    return Map.of("delta.enableChangeDataFeed", "true");
  }

  /** Writes a data file with columns {@code id} and {@code name}, or with those of a feed file. */
  public DeltaTableWriter file(String name, Object[]... rows) {
    Schema schema = rows.length > 0 && rows[0].length == 3 ? FEED_SCHEMA : FILE_SCHEMA;
    return file(name, schema, rows);
  }

  public DeltaTableWriter file(String name, Schema schema, Object[]... rows) {
    Path file = table.resolve(name);
    try {
      Files.createDirectories(file.getParent());
      try (FileAppender<Record> writer =
          Parquet.write(org.apache.iceberg.Files.localOutput(file.toFile()))
              .schema(schema)
              .createWriterFunc(GenericParquetWriter::create)
              .set(TableProperties.PARQUET_COMPRESSION, "uncompressed")
              .overwrite()
              .build()) {
        for (Object[] values : rows) {
          Record row = GenericRecord.create(schema);
          for (int i = 0; i < values.length; i++) {
            row.set(i, values[i]);
          }
          writer.add(row);
        }
      }
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public ObjectNode add(String path) {
    return fileAction("add", path);
  }

  public ObjectNode remove(String path) {
    return fileAction("remove", path);
  }

  public ObjectNode feed(String path) {
    ObjectNode action = fileAction("cdc", path);
    return with(action, "dataChange", false);
  }

  /** The action with another value of a field. */
  static ObjectNode with(ObjectNode action, String field, Object value) {
    ((ObjectNode) action.elements().next()).set(field, JSON.valueToTree(value));
    return action;
  }

  /** The action without a field. */
  static ObjectNode without(ObjectNode action, String field) {
    ((ObjectNode) action.elements().next()).remove(field);
    return action;
  }

  private ObjectNode fileAction(String kind, String path) {
    ObjectNode action = JSON.createObjectNode();
    ObjectNode file = action.putObject(kind);
    Path stored = table.resolve(StoragePaths.decode(path));
    file.put("path", path).put("size", stored.toFile().length()).put("dataChange", true);
    file.put("modificationTime", FIRST_COMMIT.toEpochMilli());
    file.putObject("partitionValues");
    return action;
  }

  /** How a deletion vector is stored. */
  public enum Stored {
    ABSOLUTE,
    BY_UUID,
    INLINE
  }

  /** The action with a deletion vector at an absolute path. */
  ObjectNode withVector(ObjectNode action, long... positions) {
    return withVector(Stored.ABSOLUTE, action, positions);
  }

  /** The action with a deletion vector. */
  public ObjectNode withVector(Stored stored, ObjectNode action, long... positions) {
    byte[] payload = vector(positions);
    ObjectNode vector = JSON.createObjectNode();
    switch (stored) {
      case INLINE ->
          vector
              .put("storageType", "i")
              .put(
                  "pathOrInlineDv",
                  Base85Codec.encodeBytes(Arrays.copyOf(payload, (payload.length + 3) / 4 * 4)));
      case BY_UUID -> {
        UUID uuid = UUID.nameUUIDFromBytes(payload);
        writeVector(table.resolve("ab/deletion_vector_" + uuid + ".bin"), payload);
        vector
            .put("storageType", "u")
            .put("pathOrInlineDv", "ab" + Base85Codec.encodeUUID(uuid))
            .put("offset", 1);
      }
      case ABSOLUTE -> {
        Path file = table.resolve("vector of " + Arrays.hashCode(positions) + ".bin");
        writeVector(file, payload);
        vector
            .put("storageType", "p")
            .put("pathOrInlineDv", file.toUri().toString())
            .put("offset", 1);
      }
    }
    vector.put("sizeInBytes", payload.length).put("cardinality", positions.length);
    return with(action, "deletionVector", vector);
  }

  private static byte[] vector(long... positions) {
    RoaringBitmap bitmap = new RoaringBitmap();
    Arrays.stream(positions).forEach(position -> bitmap.add((int) position));
    ByteBuffer payload =
        ByteBuffer.allocate(4 + 8 + 4 + bitmap.serializedSizeInBytes())
            .order(ByteOrder.LITTLE_ENDIAN);
    payload.putInt(1681511377).putLong(1).putInt(0);
    bitmap.serialize(payload);
    return payload.array();
  }

  private static void writeVector(Path file, byte[] payload) {
    CRC32 checksum = new CRC32();
    checksum.update(payload);
    try {
      Files.createDirectories(file.getParent());
      try (DataOutputStream out = new DataOutputStream(Files.newOutputStream(file))) {
        out.writeByte(1);
        out.writeInt(payload.length);
        out.write(payload);
        out.writeInt((int) checksum.getValue());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
