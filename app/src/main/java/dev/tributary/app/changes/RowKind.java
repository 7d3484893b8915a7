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
package dev.tributary.app.changes;

/** What happened to a row, as the table tells it. */
enum RowKind {
  INSERT("+"),
  /** Both images, paired. */
  UPDATE("Δ"),
  /** The image before an update whose other image is not known to belong to it. */
  UPDATE_BEFORE("Δ"),
  /** The image after an update whose other image is not known to belong to it. */
  UPDATE_AFTER("Δ"),
  DELETE("−");

  private final String sign;

  RowKind(String sign) {
    this.sign = sign;
  }

  String sign() {
    return sign;
  }

  /** The chip that this kind belongs to. */
  Chip chip() {
    return switch (this) {
      case INSERT -> Chip.INSERTS;
      case UPDATE, UPDATE_BEFORE, UPDATE_AFTER -> Chip.UPDATES;
      case DELETE -> Chip.DELETES;
    };
  }
}
