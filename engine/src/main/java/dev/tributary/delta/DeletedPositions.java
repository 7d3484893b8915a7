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

import io.delta.kernel.internal.actions.DeletionVectorDescriptor;
import io.delta.kernel.internal.deletionvectors.DeletionVectorStoredBitmap;
import io.delta.kernel.internal.deletionvectors.RoaringBitmapArray;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URISyntaxException;
import java.util.Optional;

/** Loads deletion vectors, wherever they are stored. */
final class DeletedPositions {
  private DeletedPositions() {}

  /** The positions of a file's deleted rows. */
  static RoaringBitmapArray load(Storage storage, DeletionVector vector) throws IOException {
    if (vector.isEmpty()) {
      return new RoaringBitmapArray();
    }
    DeletionVectorDescriptor descriptor = vector.descriptor();
    if (descriptor.isOnDisk()) {
      String path = descriptor.getAbsolutePath(storage.root());
      if (!storage.exists(path)) {
        // Some writers put a prefix before the name that the protocol prescribes; the UUID in it
        // leaves no doubt which file is meant.
        String found = sibling(storage, path).orElseThrow(() -> missing(path));
        descriptor = absolute(vector, found).descriptor();
      }
    }
    return new DeletionVectorStoredBitmap(descriptor, Optional.of(storage.root()))
        .load(storage.engine().getFileSystemClient());
  }

  private static Optional<String> sibling(Storage storage, String path) throws IOException {
    int slash = path.lastIndexOf('/') + 1;
    String name = path.substring(slash);
    // Sorts before every name.
    String start = path.substring(0, slash) + "!";
    try (CloseableIterator<FileStatus> files = storage.io().listFrom(start)) {
      while (files.hasNext()) {
        String file = files.next().getPath();
        if (file.endsWith(name)) {
          return Optional.of(file);
        }
      }
    }
    return Optional.empty();
  }

  private static DeletionVector absolute(DeletionVector vector, String path) {
    try {
      return new DeletionVector(
          DeletionVectorDescriptor.PATH_DV_MARKER,
          StoragePaths.encode(path),
          vector.offset(),
          vector.bytes(),
          vector.cardinality());
    } catch (URISyntaxException e) {
      throw Failures.source("resolve the deletion vector " + path, e);
    }
  }

  private static IOException missing(String path) {
    return new FileNotFoundException(path);
  }
}
