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
package dev.tributary.examples;

import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.options.Description;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.Validation;

/** The arguments of the programs that bring changes into a lakehouse. */
public interface MigrationOptions extends PipelineOptions {
  @Description("The source table")
  @Validation.Required
  String getSourceTable();

  void setSourceTable(String table);

  @Description("The properties of the source's catalog, as JSON")
  Map<String, String> getSourceCatalog();

  void setSourceCatalog(Map<String, String> properties);

  @Description("The first commit to read: a snapshot id or a version")
  Long getStart();

  void setStart(Long commit);

  @Description("The last commit to read; without it, the latest")
  Long getEnd();

  void setEnd(Long commit);

  @Description("The table in the lakehouse")
  @Validation.Required
  String getTargetTable();

  void setTargetTable(String table);

  @Description("The properties of the lakehouse catalog, as JSON")
  @Validation.Required
  Map<String, String> getTargetCatalog();

  void setTargetCatalog(Map<String, String> properties);

  @Description("The columns that identify a row; needed when the target has to be created")
  List<String> getKey();

  void setKey(List<String> columns);
}
