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
package dev.tributary.spec;

import java.util.Objects;
import java.util.Optional;

/**
 * One source column's place in the target.
 *
 * @param source dotted path of the source column
 * @param target name of the target column
 * @param type target type in Iceberg's notation, such as {@code decimal(10,2)}; empty: as in the
 *     source
 */
public record ColumnMapping(String source, String target, Optional<String> type) {
  public ColumnMapping {
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(target, "target");
    Objects.requireNonNull(type, "type");
  }
}
