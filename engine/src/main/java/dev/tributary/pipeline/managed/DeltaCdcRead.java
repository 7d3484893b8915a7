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

import org.apache.beam.sdk.schemas.transforms.SchemaTransform;

/** {@code Managed.read("delta_lake_cdc")} of newer Beam versions: the changes of a Delta table. */
public final class DeltaCdcRead extends TableTransform {
  public DeltaCdcRead() {
    super(
        "delta_lake_cdc_read",
        "delta_lake_cdc read",
        "Reads the changes of a Delta table between two versions, or as they come",
        ReadKeys.DELTA_CDC);
  }

  @Override
  SchemaTransform from(Settings settings) {
    ChangeRows rows = new ChangeRows(ReadOptions.deltaChanges(settings));
    return reading(begin -> begin.getPipeline().apply(settings.toString(), rows));
  }
}
