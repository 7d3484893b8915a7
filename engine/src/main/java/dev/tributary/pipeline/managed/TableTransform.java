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

import java.util.List;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.transforms.SchemaTransform;
import org.apache.beam.sdk.schemas.transforms.SchemaTransformProvider;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionRowTuple;
import org.apache.beam.sdk.values.Row;

/** A transform of ours under one of the identifiers of Beam's Managed API. */
abstract class TableTransform implements SchemaTransformProvider {
  static final String INPUT = "input";
  static final String OUTPUT = "output";
  private static final String PREFIX = "beam:schematransform:org.apache.beam:";
  private static final String VERSION = ":v1";

  private final String name;
  private final String title;
  private final String description;
  private final List<ConfigKey> keys;

  /**
   * @param name as in the identifier
   * @param title what errors call the transform
   */
  TableTransform(String name, String title, String description, List<ConfigKey> keys) {
    this.name = name;
    this.title = title;
    this.description = description;
    this.keys = keys;
  }

  @Override
  public final String identifier() {
    return PREFIX + name + VERSION;
  }

  @Override
  public final String description() {
    return description;
  }

  @Override
  public final Schema configurationSchema() {
    return ConfigKey.schema(keys);
  }

  @Override
  public final SchemaTransform from(Row configuration) {
    return from(new Settings(title, configuration));
  }

  abstract SchemaTransform from(Settings settings);

  /** A transform that reads. */
  @FunctionalInterface
  interface Reading {
    PCollection<Row> read(PCollectionRowTuple begin);
  }

  /** A transform with one output and no input. */
  static SchemaTransform reading(Reading reading) {
    return new ReadTransform(reading);
  }

  private static final class ReadTransform extends SchemaTransform {
    private static final long serialVersionUID = 1L;

    private final transient Reading reading;

    ReadTransform(Reading reading) {
      this.reading = reading;
    }

    @Override
    public PCollectionRowTuple expand(PCollectionRowTuple input) {
      if (!input.getAll().isEmpty()) {
        throw new IllegalArgumentException(
            "A read takes no input, and got " + input.getAll().keySet());
      }
      return PCollectionRowTuple.of(OUTPUT, reading.read(input));
    }
  }

  @Override
  public List<String> inputCollectionNames() {
    return List.of();
  }

  @Override
  public List<String> outputCollectionNames() {
    return List.of(OUTPUT);
  }

  /** The names of all keys. */
  final List<String> keyNames() {
    return keys.stream().map(ConfigKey::name).toList();
  }

  /** What errors call the transform. */
  final String title() {
    return title;
  }
}
