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

import java.io.Serializable;
import org.apache.iceberg.Table;

/**
 * A table that does not exist yet, with the place that it will have, so that files can be written
 * there before the commit that creates it.
 */
public record StagedTable(TableDefinition definition, String location) implements Serializable {

  /** What will be created, as a table to write files for. */
  public record Preview(StagedTable staged, Table table) {}
}
