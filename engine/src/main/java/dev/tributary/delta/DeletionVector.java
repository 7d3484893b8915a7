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

import com.fasterxml.jackson.databind.JsonNode;
import io.delta.kernel.internal.actions.DeletionVectorDescriptor;
import java.io.Serializable;
import java.util.Optional;

/**
 * Where the positions of a file's deleted rows are stored, as the log says.
 *
 * @param storage {@code u}, {@code p} or {@code i}; empty: no row is deleted
 * @param location UUID, absolute URI, or the positions themselves
 * @param offset in the file, in bytes; negative: not stated
 * @param cardinality number of deleted rows
 */
record DeletionVector(String storage, String location, int offset, int bytes, long cardinality)
    implements Serializable {
  static final DeletionVector NONE = new DeletionVector("", "", -1, 0, 0);

  static DeletionVector of(JsonNode action) {
    JsonNode vector = action.get("deletionVector");
    if (vector == null || vector.isNull()) {
      return NONE;
    }
    return new DeletionVector(
        vector.path("storageType").asText(),
        vector.path("pathOrInlineDv").asText(),
        vector.path("offset").asInt(-1),
        vector.path("sizeInBytes").asInt(),
        vector.path("cardinality").asLong());
  }

  static DeletionVector of(DeletionVectorDescriptor descriptor) {
    return descriptor == null
        ? NONE
        : new DeletionVector(
            descriptor.getStorageType(),
            descriptor.getPathOrInlineDv(),
            descriptor.getOffset().orElse(-1),
            descriptor.getSizeInBytes(),
            descriptor.getCardinality());
  }

  boolean isEmpty() {
    return cardinality == 0;
  }

  boolean isAbsolute() {
    return storage.equals(DeletionVectorDescriptor.PATH_DV_MARKER);
  }

  DeletionVector at(String newLocation) {
    return new DeletionVector(storage, newLocation, offset, bytes, cardinality);
  }

  DeletionVectorDescriptor descriptor() {
    return new DeletionVectorDescriptor(
        storage, location, offset < 0 ? Optional.empty() : Optional.of(offset), bytes, cardinality);
  }
}
