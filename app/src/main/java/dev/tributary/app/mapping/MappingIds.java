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
package dev.tributary.app.mapping;

/** Ids of the Mapping page's nodes. */
public final class MappingIds {
  public static final String PAGE = "mapping-page";
  public static final String TABLE = "mapping-table";
  public static final String PROBLEM = "mapping-problem";
  public static final String KEY_FINDINGS = "mapping-key-findings";
  public static final String CHECK_KEY = "mapping-check-key";
  public static final String TARGET_TABLE = "mapping-target-table";
  public static final String DIFFERENCES = "mapping-differences";
  public static final String FAILURE = "mapping-failure";
  public static final String BUSY = "mapping-busy";

  private MappingIds() {}

  /** The box that says whether a source column is used. */
  public static String use(String column) {
    return "mapping-use-" + column;
  }

  /** The field with the target name of a source column. */
  public static String target(String column) {
    return "mapping-name-" + column;
  }

  /** The choice of the target type of a source column. */
  public static String type(String column) {
    return "mapping-type-" + column;
  }

  /** The box that makes a source column part of the key. */
  public static String key(String column) {
    return "mapping-key-" + column;
  }
}
