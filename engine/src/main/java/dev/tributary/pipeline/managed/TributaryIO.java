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
package dev.tributary.pipeline.managed;

import dev.tributary.errors.SpecException;
import dev.tributary.errors.Suggestions;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.beam.sdk.schemas.transforms.SchemaTransform;
import org.apache.beam.sdk.schemas.utils.YamlUtils;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.values.PBegin;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionRowTuple;
import org.apache.beam.sdk.values.PInput;
import org.apache.beam.sdk.values.Row;

/**
 * The transforms that Beam's {@code Managed} finds, for programs that name them directly: those
 * that this version of Beam has no name for are to be had here, and keys that do not exist are
 * refused, which {@code Managed} drops without a word.
 *
 * <pre>{@code
 * PCollection<Row> changes =
 *     pipeline
 *         .apply(TributaryIO.read(TributaryIO.DELTA_LAKE_CDC).withConfig(config))
 *         .getSinglePCollection();
 * }</pre>
 */
public final class TributaryIO {
  /** Live rows of an Iceberg table, or rows and changes into one. */
  public static final String ICEBERG = "iceberg";

  /** Changes of an Iceberg table. */
  public static final String ICEBERG_CDC = "iceberg_cdc";

  /** Live rows of a Delta table. */
  public static final String DELTA_LAKE = "delta_lake";

  /** Changes of a Delta table. */
  public static final String DELTA_LAKE_CDC = "delta_lake_cdc";

  private static final Map<String, TableTransform> READS =
      new TreeMap<>(
          Map.of(
              ICEBERG, new IcebergRead(),
              ICEBERG_CDC, new IcebergCdcRead(),
              DELTA_LAKE, new DeltaRead(),
              DELTA_LAKE_CDC, new DeltaCdcRead()));

  private static final Map<String, TableTransform> WRITES =
      new TreeMap<>(Map.of(ICEBERG, new IcebergWrite()));

  private TributaryIO() {}

  /**
   * A read.
   *
   * @param source one of the constants
   * @throws SpecException when there is no such source
   */
  public static Configured read(String source) {
    return new Configured(find(READS, source, "source"), Map.of());
  }

  /**
   * A write.
   *
   * @param sink {@link #ICEBERG}
   * @throws SpecException when there is no such sink
   */
  public static Configured write(String sink) {
    return new Configured(find(WRITES, sink, "sink"), Map.of());
  }

  private static TableTransform find(
      Map<String, TableTransform> transforms, String name, String what) {
    TableTransform transform = transforms.get(name.toLowerCase(Locale.ROOT));
    if (transform == null) {
      throw new SpecException(
          String.format(
              "There is no %s '%s'%s; there are %s.",
              what,
              name,
              Suggestions.didYouMean(name, transforms.keySet()),
              String.join(", ", transforms.keySet())));
    }
    return transform;
  }

  /** A transform with its configuration. */
  public static final class Configured extends PTransform<PInput, PCollectionRowTuple> {
    private static final long serialVersionUID = 1L;

    private final transient TableTransform transform;
    private final transient Map<String, Object> config;

    private Configured(TableTransform transform, Map<String, Object> config) {
      this.transform = transform;
      this.config = config;
    }

    /**
     * The transform with these keys and no others.
     *
     * @throws SpecException for a key that does not exist
     */
    public Configured withConfig(Map<String, Object> newConfig) {
      List<String> known = transform.keyNames();
      for (String key : newConfig.keySet()) {
        if (!known.contains(key)) {
          throw new SpecException(
              String.format(
                  "%s has no key '%s'%s; its keys are %s.",
                  transform.title(), key, Suggestions.didYouMean(key, known), known));
        }
      }
      return new Configured(transform, new HashMap<>(newConfig));
    }

    @Override
    public PCollectionRowTuple expand(PInput input) {
      Row row =
          YamlUtils.toBeamRow(
              YamlUtils.yamlStringFromMap(config), transform.configurationSchema(), false);
      SchemaTransform prepared = transform.from(row);
      return prepared.expand(tuple(input));
    }

    private static PCollectionRowTuple tuple(PInput input) {
      if (input instanceof PCollectionRowTuple tuple) {
        return tuple;
      }
      if (input instanceof PBegin) {
        return PCollectionRowTuple.empty(input.getPipeline());
      }
      @SuppressWarnings("unchecked")
      PCollection<Row> rows = (PCollection<Row>) input;
      return PCollectionRowTuple.of(TableTransform.INPUT, rows);
    }
  }
}
