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
package dev.tributary.app.target;

import java.util.List;

/** The kinds of catalogs that the page offers as cards. */
public enum Preset {
  /** Iceberg's JDBC catalog on an SQLite file beside the data: safe against two writers. */
  LOCAL(Field.FOLDER),
  /** Iceberg's Hadoop catalog in a folder. */
  HADOOP(Field.FOLDER),
  REST(Field.URI, Field.WAREHOUSE),
  BIGLAKE(Field.WAREHOUSE, Field.PROJECT),
  HIVE(Field.URI, Field.WAREHOUSE),
  /** Whatever a spec file says that none of the others stands for. */
  OTHER();

  /** What a card asks for. */
  public enum Field {
    FOLDER,
    URI,
    WAREHOUSE,
    PROJECT
  }

  private final List<Field> fields;

  Preset(Field... fields) {
    this.fields = List.of(fields);
  }

  /** What has to be filled in. */
  public List<Field> fields() {
    return fields;
  }
}
