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
package dev.tributary.iceberg;

import dev.tributary.errors.Area;
import dev.tributary.errors.SourceException;
import java.io.EOFException;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileContent;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.InternalRecordWrapper;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.deletes.Deletes;
import org.apache.iceberg.deletes.PositionDeleteIndex;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.DeleteSchemaUtil;
import org.apache.iceberg.io.IOUtil;
import org.apache.iceberg.io.RangeReadable;
import org.apache.iceberg.io.SeekableInputStream;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.util.ContentFileUtil;
import org.apache.iceberg.util.StructLikeSet;

/** Turns the deletes that apply to a data file into the positions of the rows that they delete. */
final class DeleteReader implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Equality delete rows held at a time; more are applied in several passes over the keys. */
  private static final int MAX_KEYS = 200_000;

  // Rough sizes in memory: a key is a row in a hash set, a position some bits in a bitmap.
  private static final long BYTES_PER_KEY = 256;
  private static final long BYTES_PER_POSITION = 8;

  private final DataFiles files;
  private final StoredPaths paths;
  private final HashMap<HashSet<Integer>, Schema> equalitySchemas;
  // Stays behind when the reader travels.
  private transient DeleteCache cache;

  /**
   * @param equalitySchemas the columns of equality deletes by their field ids, as the latest schema
   *     that had them defines them
   */
  DeleteReader(DataFiles files, StoredPaths paths, Map<HashSet<Integer>, Schema> equalitySchemas) {
    this.files = files;
    this.paths = paths;
    this.equalitySchemas = new HashMap<>(equalitySchemas);
  }

  /**
   * The positions that the deletes take out of the part of the data file that the task reads.
   *
   * @throws SourceException when a delete file is missing, broken, or names its data file elsewhere
   */
  PositionDeleteIndex positions(FileTask task, FileDeletes deletes) {
    PositionDeleteIndex positions = none();
    Map<HashSet<Integer>, List<DeleteFile>> equality = new LinkedHashMap<>();
    for (DeleteFile file : deletes.files()) {
      if (file.content() == FileContent.EQUALITY_DELETES) {
        equality
            .computeIfAbsent(new HashSet<>(file.equalityFieldIds()), ids -> new ArrayList<>())
            .add(file);
      } else if (ContentFileUtil.isDV(file)) {
        positions.merge(vector(file));
      } else {
        readPositions(task, file, positions);
      }
    }
    equality.forEach((ids, group) -> match(task, equalitySchemas.get(ids), group, positions));
    return positions;
  }

  /** No positions, to add some to. */
  static PositionDeleteIndex none() {
    return Deletes.toPositionIndex(CloseableIterable.empty());
  }

  private synchronized DeleteCache cache() {
    if (cache == null) {
      cache = new DeleteCache();
    }
    return cache;
  }

  private PositionDeleteIndex vector(DeleteFile file) {
    byte[] blob = new byte[Math.toIntExact(file.contentSizeInBytes())];
    try (SeekableInputStream in = files.io().newInputFile(file.location()).newStream()) {
      if (in instanceof RangeReadable ranges) {
        ranges.readFully(file.contentOffset(), blob);
      } else {
        in.seek(file.contentOffset());
        IOUtil.readFully(in, blob, 0, blob.length);
      }
      return PositionDeleteIndex.deserialize(blob, file);
    } catch (EOFException e) {
      throw Unreadable.file(
          "deletion vector",
          ContentFileUtil.dvDesc(file),
          new IOException("the file is cut off", e));
    } catch (RuntimeException | IOException e) {
      throw Unreadable.file("deletion vector", ContentFileUtil.dvDesc(file), e);
    }
  }

  private void readPositions(FileTask task, DeleteFile file, PositionDeleteIndex positions) {
    String stored = task.file().location();
    String place = paths.key(stored);
    Map<String, PositionDeleteIndex> byFile = positionsByFile(file);
    PositionDeleteIndex own = byFile.get(place);
    if (own != null) {
      positions.merge(own);
      return;
    }
    for (String named : byFile.keySet()) {
      if (paths.moved(named, stored)) {
        throw Moved.refusal(paths, file, named, task.file());
      }
    }
  }

  /** The positions in a position delete file by the place of the data file that they are in. */
  @SuppressWarnings("unchecked")
  private Map<String, PositionDeleteIndex> positionsByFile(DeleteFile file) {
    Optional<Object> cached = cache().get(file.location());
    if (cached.isPresent()) {
      return (Map<String, PositionDeleteIndex>) cached.get();
    }
    Map<String, PositionDeleteIndex> byFile = new HashMap<>();
    String last = "";
    PositionDeleteIndex positions = null;
    try (CloseableIterable<Record> rows = files.open(file, DeleteSchemaUtil.pathPosSchema())) {
      for (Record row : rows) {
        Object path = row.get(0);
        // Seen in the wild: a row without a path, which names no data file and so deletes nothing.
        if (path == null) {
          continue;
        }
        String named = path.toString();
        if (positions == null || !named.equals(last)) {
          last = named;
          positions = byFile.computeIfAbsent(paths.key(named), key -> none());
        }
        positions.delete((Long) row.get(1));
      }
    } catch (RuntimeException | IOException e) {
      throw Unreadable.file("position delete file", file.location(), e);
    }
    cache().put(file.location(), byFile, file.recordCount() * BYTES_PER_POSITION);
    return byFile;
  }

  /** Adds the positions of rows whose key is among those of the delete files. */
  private void match(
      FileTask task, Schema columns, List<DeleteFile> group, PositionDeleteIndex positions) {
    List<String> locations = group.stream().map(DeleteFile::location).toList();
    Optional<Object> cached = cache().get(locations);
    if (cached.isPresent()) {
      scan(task, columns, (StructLikeSet) cached.get(), positions);
      return;
    }
    StructLikeSet keys = StructLikeSet.create(columns.asStruct());
    InternalRecordWrapper wrapper = new InternalRecordWrapper(columns.asStruct());
    boolean complete = true;
    for (DeleteFile file : group) {
      try (CloseableIterable<Record> rows = files.open(file, columns)) {
        for (Record row : rows) {
          keys.add(wrapper.copyFor(row));
          if (keys.size() >= MAX_KEYS) {
            scan(task, columns, keys, positions);
            keys = StructLikeSet.create(columns.asStruct());
            complete = false;
          }
        }
      } catch (RuntimeException | IOException e) {
        throw Unreadable.file("equality delete file", file.location(), e);
      }
    }
    if (!keys.isEmpty()) {
      scan(task, columns, keys, positions);
    }
    if (complete) {
      cache().put(locations, keys, keys.size() * BYTES_PER_KEY);
    }
  }

  private void scan(
      FileTask task, Schema columns, StructLikeSet keys, PositionDeleteIndex positions) {
    Schema withPosition = TypeUtil.join(columns, new Schema(MetadataColumns.ROW_POSITION));
    int position = withPosition.columns().size() - 1;
    InternalRecordWrapper wrapper = new InternalRecordWrapper(withPosition.asStruct());
    Prefix key = new Prefix(columns.columns().size());
    try (CloseableIterable<Record> rows = files.open(task, withPosition)) {
      for (Record row : rows) {
        if (keys.contains(key.of(wrapper.wrap(row)))) {
          positions.delete((Long) row.get(position));
        }
      }
    } catch (RuntimeException | IOException e) {
      throw Unreadable.file("data file", task.file().location(), e);
    }
  }

  /**
   * The columns of the given equality field ids, from the newest schema that has each.
   *
   * @throws SourceException when a column is in no schema, or of a type without equality
   */
  static Schema equalitySchema(Set<Integer> ids, List<Schema> newestFirst, String deleteFile) {
    for (Schema schema : newestFirst) {
      if (ids.stream().allMatch(id -> schema.findField(id) != null)) {
        for (int id : ids) {
          if (!schema.findType(id).isPrimitiveType()) {
            throw new SourceException(
                Area.CHANGES,
                String.format(
                    "Equality delete file %s deletes by column '%s' of type %s, which has no"
                        + " equality.",
                    deleteFile, schema.findColumnName(id), schema.findType(id)));
          }
        }
        return TypeUtil.select(schema, ids);
      }
    }
    throw new SourceException(
        Area.CHANGES,
        String.format(
            "Equality delete file %s deletes by field ids %s, which no schema of the table has"
                + " together.",
            deleteFile, ids));
  }
}
