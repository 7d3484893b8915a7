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

import java.util.List;
import java.util.Optional;
import org.apache.iceberg.PartitionSpec;

/** A state of a source as files that another table can take over without decoding their rows. */
public sealed interface StoredState {

  /**
   * There are such files.
   *
   * @param rows reads the same rows one by one; each of its tasks covers one whole file
   * @param files opens what a task of {@code rows} reads, as a file
   * @param lastFieldId the highest field id that any file may use, those of dropped columns
   *     included
   * @param specs what the files' partitions are made by
   * @param nameMapping how columns are found in files without field ids, in Iceberg's JSON form;
   *     empty: the files have field ids
   */
  record Files(
      ReadPlan rows,
      StoredFiles files,
      int lastFieldId,
      List<PartitionSpec> specs,
      Optional<String> nameMapping)
      implements StoredState {
    public Files {
      specs = List.copyOf(specs);
    }
  }

  /**
   * The rows have to be read.
   *
   * @param reason for people, as the end of a sentence
   */
  record Unfit(String reason) implements StoredState {}
}
