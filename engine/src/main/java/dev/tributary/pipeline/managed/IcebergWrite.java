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
import org.apache.beam.sdk.schemas.transforms.SchemaTransform;
import org.apache.beam.sdk.values.PCollectionRowTuple;

/** {@code Managed.write(Managed.ICEBERG)}: appends rows to Iceberg tables, or applies changes. */
public final class IcebergWrite extends TableTransform {
  public IcebergWrite() {
    super(
        "iceberg_write",
        "iceberg write",
        "Appends rows to Iceberg tables, or applies changes to them by key",
        WriteKeys.ALL);
  }

  @Override
  SchemaTransform from(Settings settings) {
    return new Writing(new WriteOptions(settings));
  }

  @Override
  public List<String> inputCollectionNames() {
    return List.of(INPUT);
  }

  @Override
  public List<String> outputCollectionNames() {
    return List.of(WriteRows.SNAPSHOTS, WriteRows.DEAD_LETTER);
  }

  private static final class Writing extends SchemaTransform {
    private static final long serialVersionUID = 1L;

    private final transient WriteOptions options;

    Writing(WriteOptions options) {
      this.options = options;
    }

    @Override
    public PCollectionRowTuple expand(PCollectionRowTuple input) {
      return input
          .getSinglePCollection()
          .apply(options.settings().toString(), new WriteRows(options));
    }
  }
}
