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

import dev.tributary.spec.SourceSpec.SourceFormat;
import java.util.List;
import org.apache.beam.sdk.schemas.transforms.SchemaTransform;

/** {@code Managed.read(Managed.ICEBERG)}: the live rows of an Iceberg table. */
public final class IcebergRead extends TableTransform {
  public IcebergRead() {
    super(
        "iceberg_read",
        "iceberg read",
        "Reads the rows that are live in an Iceberg table",
        ReadKeys.ICEBERG);
  }

  @Override
  SchemaTransform from(Settings settings) {
    List<String> foreign =
        settings.given(ReadKeys.ICEBERG_CDC_ONLY.stream().map(ConfigKey::name).toList());
    if (!foreign.isEmpty()) {
      throw settings.error("%s are only for reading changes: use iceberg_cdc.", foreign);
    }
    settings.exclusive("keep", "drop");
    StateRows rows =
        new StateRows(ReadOptions.table(SourceFormat.ICEBERG, settings).build(), settings);
    return reading(begin -> begin.getPipeline().apply(settings.toString(), rows));
  }
}
