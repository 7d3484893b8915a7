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
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;

/** The refusal of deletes that would silently delete nothing, since their table was moved. */
final class Moved {
  private Moved() {}

  static SourceException refusal(
      StoredPaths paths, DeleteFile delete, String named, DataFile file) {
    return new SourceException(
        Area.SOURCE,
        String.format(
            "Delete file %s names data file %s, but the table has it at %s: the table was moved. Add"
                + " path_rewrites: [%s].",
            delete.location(),
            named,
            file.location(),
            paths.missingRewrite(named, file.location())));
  }
}
