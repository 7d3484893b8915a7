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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.managed.Managed;
import org.apache.beam.sdk.options.Default;
import org.apache.beam.sdk.options.Description;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.Row;

/**
 * Brings the changes of an Iceberg table into a lakehouse: those between two snapshots, or with
 * {@code --streaming} those that come.
 */
public final class IcebergCdcToLakehouse {
  private IcebergCdcToLakehouse() {}

  /** The arguments. */
  public interface Options extends MigrationOptions {
    @Description("Whether to go on reading as commits come")
    @Default.Boolean(false)
    boolean getFollow();

    void setFollow(boolean follow);

    @Description("Seconds between two looks at the source, and between two commits to the target")
    @Default.Integer(60)
    int getIntervalSeconds();

    void setIntervalSeconds(int seconds);
  }

  public static void main(String[] args) {
    Options options = PipelineOptionsFactory.fromArgs(args).withValidation().as(Options.class);
    Pipeline pipeline = Pipeline.create(options);
    PCollection<Row> changes =
        pipeline
            .apply(
                "ReadFromIcebergCDC",
                Managed.read(Managed.ICEBERG_CDC).withConfig(readConfig(options)))
            .getSinglePCollection();
    changes.apply(
        "WriteToLakehouse", Managed.write(Managed.ICEBERG).withConfig(writeConfig(options)));
    pipeline.run().waitUntilFinish();
  }

  private static Map<String, Object> readConfig(Options options) {
    Map<String, Object> config = new HashMap<>();
    config.put("table", options.getSourceTable());
    config.put("catalog_properties", options.getSourceCatalog());
    if (options.getStart() != null) {
      config.put("start_snapshot_id", options.getStart());
    }
    if (options.getEnd() != null) {
      config.put("end_snapshot_id", options.getEnd());
    }
    if (options.getFollow()) {
      config.put("streaming", true);
      config.put("poll_interval_seconds", options.getIntervalSeconds());
    }
    config.put(
        CdcMetadataColumns.KEY,
        List.of(
            CdcMetadataColumns.CHANGE_TYPE, CdcMetadataColumns.COMMIT_SNAPSHOT_SEQUENCE_NUMBER));
    return config;
  }

  private static Map<String, Object> writeConfig(Options options) {
    Map<String, Object> config = new HashMap<>();
    config.put("table", options.getTargetTable());
    config.put("catalog_properties", options.getTargetCatalog());
    config.put("mode", "merge-on-read");
    config.put("change_type_column", CdcMetadataColumns.CHANGE_TYPE);
    if (options.getKey() != null) {
      config.put("equality_columns", options.getKey());
    }
    if (options.getFollow()) {
      config.put("triggering_frequency_seconds", options.getIntervalSeconds());
    }
    return config;
  }
}
