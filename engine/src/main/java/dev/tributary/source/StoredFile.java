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
package dev.tributary.source;

import java.util.Optional;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.deletes.PositionDeleteIndex;
import org.apache.iceberg.io.InputFile;

/**
 * A data file of a source as it is stored, for standing in another table under the same field ids.
 *
 * @param content its bytes
 * @param bytes its size by the source's metadata
 * @param metrics rows and column bounds, by field id
 * @param spec what its partition is made by
 * @param partition its partition; what {@code spec} says of an unpartitioned file
 * @param deleted positions of its rows that are deleted in the state
 * @param unfit why it cannot stand in another table as it is; empty: it can
 */
public record StoredFile(
    InputFile content,
    FileFormat format,
    long bytes,
    Metrics metrics,
    PartitionSpec spec,
    StructLike partition,
    PositionDeleteIndex deleted,
    Optional<String> unfit) {}
