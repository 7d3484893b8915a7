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
package dev.tributary.mapping;

import java.io.Serializable;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The target as messages and statements name it.
 *
 * @param catalog the catalog's name; null: not known
 */
record TargetName(String catalog, String table) implements Serializable {

  /** The name in Spark's SQL. */
  String sql() {
    return Stream.concat(Stream.ofNullable(catalog), Arrays.stream(table.split("\\.", -1)))
        .map(TypeNames::identifier)
        .collect(Collectors.joining("."));
  }
}
