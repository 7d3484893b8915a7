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

import dev.tributary.spec.Bound;
import dev.tributary.spec.SourceSpec;
import dev.tributary.spec.SourceSpec.SourceFormat;
import org.apache.beam.sdk.schemas.transforms.SchemaTransform;

/** {@code Managed.read("delta_lake")} of newer Beam versions: the live rows of a Delta table. */
public final class DeltaRead extends TableTransform {
  public DeltaRead() {
    super(
        "delta_lake_read",
        "delta_lake read",
        "Reads the rows that are live in a Delta table, at any version",
        ReadKeys.DELTA);
  }

  @Override
  SchemaTransform from(Settings settings) {
    settings.exclusive("version", "timestamp");
    settings.exclusive("keep", "drop");
    settings.exclusive("hadoop_config", "config_properties");
    SourceSpec.Builder spec = ReadOptions.table(SourceFormat.DELTA, settings);
    settings.number("version").ifPresent(version -> spec.to(new Bound.Commit(version)));
    settings.time("timestamp").ifPresent(time -> spec.to(new Bound.Time(time)));
    StateRows rows = new StateRows(spec.build(), settings);
    return reading(begin -> begin.getPipeline().apply(settings.toString(), rows));
  }
}
