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

import org.apache.iceberg.exceptions.CleanableFailure;

/** Someone else committed first; nothing of our commit stands, so Iceberg may clean up after it. */
final class CommitConflict extends RuntimeException implements CleanableFailure {
  private static final long serialVersionUID = 1L;

  CommitConflict(String message, Throwable cause) {
    super(message, cause);
  }
}
