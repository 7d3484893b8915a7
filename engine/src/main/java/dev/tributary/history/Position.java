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
package dev.tributary.history;

import java.io.Serializable;
import java.util.Objects;

/**
 * A point in a source's history: the state right after one commit.
 *
 * @param commitId Iceberg snapshot id or Delta version, in decimal
 * @param sequence Iceberg sequence number or Delta version; 0 throughout on Iceberg v1 tables
 */
public record Position(String commitId, long sequence) implements Serializable {
  public Position {
    Objects.requireNonNull(commitId, "commitId");
  }
}
