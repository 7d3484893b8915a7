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

import dev.tributary.changes.Change;
import dev.tributary.changes.ChangeKind;
import dev.tributary.errors.Area;
import dev.tributary.errors.SourceException;
import dev.tributary.source.ChangeReader;
import dev.tributary.source.ReadTask;
import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.engine.FileReadResult;
import io.delta.kernel.internal.deletionvectors.RoaringBitmapArray;
import io.delta.kernel.internal.types.DataTypeJsonSerDe;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.types.MetadataColumnSpec;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import java.io.IOException;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.apache.iceberg.Schema;
import org.apache.iceberg.io.CloseableIterable;

/** Reads the files of a plan. */
final class DeltaChangeReader implements ChangeReader {
  private static final long serialVersionUID = 1L;
  private static final String CHANGE_TYPE = "_change_type";
  private static final String ROW_INDEX = "_tributary_row_index";

  private final Storage storage;
  private final Schema schema;
  private final String endSchemaJson;
  private final List<ReadShape> shapes;
  private final FeedKinds feedKinds;

  /** How the kinds of the change feed are given out. */
  enum FeedKinds {
    AS_STATED,
    /** Update images as DELETE and INSERT, for plans that are paired by key. */
    REMOVED_AND_ADDED
  }

  /**
   * A reader for a plan's tasks.
   *
   * @param schema the rows to make
   * @param endSchemaJson the same columns as Delta declares them, in its JSON form
   * @param shapes what {@link DeltaTask#shape()} counts
   */
  DeltaChangeReader(
      Storage storage,
      Schema schema,
      String endSchemaJson,
      List<ReadShape> shapes,
      FeedKinds feedKinds) {
    this.storage = storage;
    this.schema = schema;
    this.endSchemaJson = endSchemaJson;
    this.shapes = List.copyOf(shapes);
    this.feedKinds = feedKinds;
  }

  @Override
  public CloseableIterable<Change> read(ReadTask task) {
    DeltaTask file = (DeltaTask) task;
    return new CloseableIterable<>() {
      private FileChanges open;

      @Override
      public org.apache.iceberg.io.CloseableIterator<Change> iterator() {
        open = new FileChanges(file);
        return open;
      }

      @Override
      public void close() throws IOException {
        if (open != null) {
          open.close();
        }
      }
    };
  }

  /** The failure of a file that the log names. */
  static SourceException unreadable(DeltaTask file, Throwable cause) {
    if (cause instanceof SourceException known) {
      return known;
    }
    if (Failures.isMissingFile(cause)) {
      return missing(Failures.missingFile(cause).orElse(file.path()), file.version());
    }
    return new SourceException(
        Area.SOURCE,
        String.format(
            "Cannot read file %s of version %d: %s. The file is damaged or holds something that"
                + " this reader does not know; restore it, or choose a range without this version.",
            file.path(), file.version(), Failures.reason(cause)),
        cause);
  }

  /** The failure of a file that the log names but storage no longer has. */
  static SourceException missing(String path, long version) {
    return new SourceException(
        Area.RANGE,
        String.format(
            "Cannot read version %d: its file %s is no longer there, removed by VACUUM or by hand."
                + " Choose a range after this version, or load the table afresh.",
            version, path));
  }

  /** The changes of one file, in the order of its rows. */
  private final class FileChanges implements org.apache.iceberg.io.CloseableIterator<Change> {
    private final DeltaTask file;
    private final RowConverter converter;
    private final StructType fileSchema;
    private final RoaringBitmapArray deletedBefore;
    private final RoaringBitmapArray deletedAfter;
    private final CloseableIterator<FileReadResult> batches;

    private ColumnarBatch batch;
    private int row;
    private Change next;

    FileChanges(DeltaTask file) {
      this.file = file;
      ReadShape shape = shapes.get(file.shape());
      try {
        this.converter =
            new RowConverter(
                schema,
                DataTypeJsonSerDe.deserializeStructType(endSchemaJson),
                shape,
                file.partitionValues());
        this.fileSchema = withReadersColumn(shape.fileSchema());
        this.deletedBefore = DeletedPositions.load(storage, file.before());
        this.deletedAfter = DeletedPositions.load(storage, file.after());
        this.batches = open();
      } catch (IOException | RuntimeException e) {
        throw unreadable(file, e);
      }
    }

    /** Adds, as the last column, what the reader itself needs to know about each row. */
    private StructType withReadersColumn(StructType columns) {
      if (file.kind() == DeltaTask.Kind.FEED) {
        return columns.add(CHANGE_TYPE, StringType.STRING);
      }
      // Also where no row is deleted: Parquet tells no number of rows for an empty list of columns.
      return columns.add(StructField.createMetadataColumn(ROW_INDEX, MetadataColumnSpec.ROW_INDEX));
    }

    private CloseableIterator<FileReadResult> open() throws IOException {
      Engine engine = storage.engine();
      // Remove actions of old writers leave the size out.
      long bytes =
          file.bytes() == DeltaTask.UNKNOWN_SIZE
              ? storage.io().getFileStatus(file.path()).getSize()
              : file.bytes();
      return engine
          .getParquetHandler()
          .readParquetFiles(
              Utils.singletonCloseableIterator(FileStatus.of(file.path(), bytes, 0)),
              fileSchema,
              Optional.empty());
    }

    @Override
    public boolean hasNext() {
      try {
        while (next == null && advance()) {
          next = change(batch, row);
        }
        return next != null;
      } catch (RuntimeException e) {
        throw unreadable(file, e);
      }
    }

    @Override
    public Change next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      Change result = next;
      next = null;
      return result;
    }

    private boolean advance() {
      row++;
      while (batch == null || row >= batch.getSize()) {
        if (!batches.hasNext()) {
          return false;
        }
        batch = batches.next().getData();
        row = 0;
      }
      return true;
    }

    /** The change that a row of the file stands for; null if it stands for none. */
    private Change change(ColumnarBatch batch, int row) {
      ColumnVector readersColumn = batch.getColumnVector(fileSchema.length() - 1);
      ChangeKind kind =
          file.kind() == DeltaTask.Kind.FEED
              ? statedKind(readersColumn, row)
              : kind(readersColumn.getLong(row));
      return kind == null ? null : new Change(kind, file.commit(), converter.convert(batch, row));
    }

    private ChangeKind kind(long position) {
      boolean wasLive = file.kind() != DeltaTask.Kind.ADDED && !deletedBefore.contains(position);
      boolean isLive = file.kind() != DeltaTask.Kind.REMOVED && !deletedAfter.contains(position);
      if (wasLive == isLive) {
        return null;
      }
      return isLive ? ChangeKind.INSERT : ChangeKind.DELETE;
    }

    private ChangeKind statedKind(ColumnVector changeTypes, int row) {
      String stated = changeTypes.isNullAt(row) ? "null" : changeTypes.getString(row);
      boolean asStated = feedKinds == FeedKinds.AS_STATED;
      return switch (stated) {
        case "insert" -> ChangeKind.INSERT;
        case "delete" -> ChangeKind.DELETE;
        case "update_preimage" -> asStated ? ChangeKind.UPDATE_BEFORE : ChangeKind.DELETE;
        case "update_postimage" -> asStated ? ChangeKind.UPDATE_AFTER : ChangeKind.INSERT;
        default ->
            throw new SourceException(
                Area.CHANGES,
                String.format(
                    "Change feed file %s of version %d has a row with _change_type '%s'; only"
                        + " insert, delete, update_preimage and update_postimage exist. Choose a"
                        + " range without this version.",
                    file.path(), file.version(), stated));
      };
    }

    @Override
    public void close() throws IOException {
      batches.close();
    }
  }
}
