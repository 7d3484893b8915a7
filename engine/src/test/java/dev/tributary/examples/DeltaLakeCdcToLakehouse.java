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

import dev.tributary.pipeline.managed.CdcMetadataColumns;
import dev.tributary.pipeline.managed.TributaryIO;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.managed.Managed;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.Row;

/** Brings the changes of a Delta table from a version on into a lakehouse. */
public final class DeltaLakeCdcToLakehouse {
  private DeltaLakeCdcToLakehouse() {}

  public static void main(String[] args) {
    MigrationOptions options =
        PipelineOptionsFactory.fromArgs(args).withValidation().as(MigrationOptions.class);
    Pipeline pipeline = Pipeline.create(options);

    Map<String, Object> readConfig = new HashMap<>();
    readConfig.put("table", options.getSourceTable());
    readConfig.put("start_version", options.getStart());
    if (options.getEnd() != null) {
      readConfig.put("end_version", options.getEnd());
    }
    readConfig.put(
        CdcMetadataColumns.KEY,
        List.of(CdcMetadataColumns.COMMIT_VERSION, CdcMetadataColumns.CHANGE_TYPE));
    PCollection<Row> changes =
        pipeline
            .apply(
                "ReadFromDeltaCDC",
                TributaryIO.read(TributaryIO.DELTA_LAKE_CDC).withConfig(readConfig))
            .getSinglePCollection();

    Map<String, Object> writeConfig = new HashMap<>();
    writeConfig.put("table", options.getTargetTable());
    writeConfig.put("catalog_name", "lakehouse");
    writeConfig.put("catalog_properties", options.getTargetCatalog());
    writeConfig.put("mode", "merge-on-read");
    writeConfig.put("sequence_number_column", CdcMetadataColumns.COMMIT_VERSION);
    writeConfig.put("equality_columns", options.getKey());
    writeConfig.put("change_type_column", CdcMetadataColumns.CHANGE_TYPE);
    writeConfig.put(
        "change_type_map",
        Map.of(
            "insert", "INSERT",
            "delete", "DELETE",
            "update_preimage", "UPDATE_BEFORE",
            "update_postimage", "UPDATE_AFTER"));
    changes.apply("WriteToLakehouse", Managed.write(Managed.ICEBERG).withConfig(writeConfig));

    pipeline.run().waitUntilFinish();
  }
}
