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
package dev.tributary.target;

import dev.tributary.spec.TargetSpec;
import java.io.Serializable;
import java.util.Map;

/**
 * Where a target is, in a form that travels to workers.
 *
 * @param catalogName null: none
 */
public record TargetAddress(
    String table,
    String catalogName,
    Map<String, String> catalogProperties,
    Map<String, String> configProperties)
    implements Serializable {

  /** The address that the spec states. */
  public static TargetAddress of(TargetSpec spec) {
    return new TargetAddress(
        spec.table(),
        spec.catalogName().orElse(null),
        spec.catalogProperties(),
        spec.configProperties());
  }

  /** Without the properties, which may hold secrets. */
  @Override
  public String toString() {
    return table;
  }
}
