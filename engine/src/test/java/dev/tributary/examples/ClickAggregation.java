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

import java.util.HashMap;
import java.util.Map;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.coders.RowCoder;
import org.apache.beam.sdk.managed.Managed;
import org.apache.beam.sdk.options.Default;
import org.apache.beam.sdk.options.Description;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.beam.sdk.options.Validation;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.transforms.MapElements;
import org.apache.beam.sdk.transforms.Sum;
import org.apache.beam.sdk.transforms.windowing.FixedWindows;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.Row;
import org.apache.beam.sdk.values.TypeDescriptors;
import org.joda.time.Duration;

/**
 * Reads clicks as they are committed to an Iceberg table, adds them up for each user in windows of
 * thirty seconds, and appends the sums to another table.
 */
public final class ClickAggregation {
  private static final Schema CLICKS =
      Schema.builder().addStringField("user_id").addInt64Field("click_count").build();
  private static final Schema SUMS =
      Schema.builder().addStringField("user_id").addInt64Field("total_clicks").build();

  private ClickAggregation() {}

  /** The arguments. */
  public interface Options extends PipelineOptions {
    @Description("The table of clicks")
    @Validation.Required
    String getSourceTable();

    void setSourceTable(String table);

    @Description("The table of sums")
    @Validation.Required
    String getDestinationTable();

    void setDestinationTable(String table);

    @Description("The name of the catalog")
    @Validation.Required
    String getCatalogName();

    void setCatalogName(String name);

    @Description("The properties of the catalog, as JSON")
    @Validation.Required
    Map<String, String> getCatalog();

    void setCatalog(Map<String, String> properties);

    @Description("Seconds between two looks at the source")
    @Default.Integer(20)
    int getPollIntervalSeconds();

    void setPollIntervalSeconds(int seconds);

    @Description("Seconds between two commits of sums")
    @Default.Integer(30)
    int getCommitIntervalSeconds();

    void setCommitIntervalSeconds(int seconds);

    @Description("The first snapshot to read; without it, the latest")
    Long getStart();

    void setStart(Long snapshot);

    @Description("The last snapshot to read; without it, the program goes on for ever")
    Long getEnd();

    void setEnd(Long snapshot);
  }

  public static void main(String[] args) {
    Options options = PipelineOptionsFactory.fromArgs(args).withValidation().as(Options.class);
    Pipeline pipeline = Pipeline.create(options);

    Map<String, Object> readConfig = new HashMap<>();
    readConfig.put("table", options.getSourceTable());
    readConfig.put("catalog_name", options.getCatalogName());
    readConfig.put("catalog_properties", options.getCatalog());
    readConfig.put("streaming", true);
    readConfig.put("poll_interval_seconds", options.getPollIntervalSeconds());
    if (options.getStart() != null) {
      readConfig.put("from_snapshot", options.getStart());
    }
    if (options.getEnd() != null) {
      readConfig.put("to_snapshot", options.getEnd());
    }
    PCollection<Row> clicks =
        pipeline
            .apply("ReadFromIceberg", Managed.read(Managed.ICEBERG_CDC).withConfig(readConfig))
            .getSinglePCollection()
            .setRowSchema(CLICKS);

    PCollection<Row> sums =
        clicks
            .apply("HalfMinutes", Window.into(FixedWindows.of(Duration.standardSeconds(30))))
            .apply(
                "UserAndClicks",
                MapElements.into(
                        TypeDescriptors.kvs(TypeDescriptors.strings(), TypeDescriptors.longs()))
                    .via(row -> KV.of(row.getString("user_id"), clicks(row))))
            .apply("SumPerUser", Sum.longsPerKey())
            .apply(
                "ToRows",
                MapElements.into(TypeDescriptors.rows())
                    .via(
                        sum ->
                            Row.withSchema(SUMS).addValues(sum.getKey(), sum.getValue()).build()))
            .setCoder(RowCoder.of(SUMS));

    Map<String, Object> writeConfig = new HashMap<>();
    writeConfig.put("table", options.getDestinationTable());
    writeConfig.put("catalog_name", options.getCatalogName());
    writeConfig.put("catalog_properties", options.getCatalog());
    writeConfig.put("triggering_frequency_seconds", options.getCommitIntervalSeconds());
    sums.apply("WriteToIceberg", Managed.write(Managed.ICEBERG).withConfig(writeConfig));

    pipeline.run().waitUntilFinish();
  }

  private static Long clicks(Row row) {
    Long count = row.getInt64("click_count");
    return count == null ? 0L : count;
  }
}
