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
package dev.tributary.rows;

import org.apache.iceberg.data.GenericDataUtil;
import org.apache.iceberg.types.Type;

/** Values as metadata holds them, in the form that rows have. */
public final class InternalValues {
  private InternalValues() {}

  /**
   * The row's form of a value of a primitive type, of a partition or of single-value serialization;
   * null stays null.
   */
  public static Object inRows(Type type, Object internal) {
    if (internal instanceof CharSequence text) {
      return text.toString();
    }
    return internal == null ? null : GenericDataUtil.internalToGeneric(type, internal);
  }
}
