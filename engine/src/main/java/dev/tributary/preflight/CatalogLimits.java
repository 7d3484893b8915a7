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
package dev.tributary.preflight;

import dev.tributary.catalog.Catalogs;
import dev.tributary.errors.Area;
import dev.tributary.spec.TargetSpec;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** What the target's catalog cannot do, as its documentation says. */
final class CatalogLimits {
  private static final int FIRST_WITH_LINEAGE = 3;

  /** Types that BigLake tables of format version 3 do not support. */
  private static final Set<Type.TypeID> UNSUPPORTED_IN_BIGLAKE =
      Set.of(
          Type.TypeID.VARIANT,
          Type.TypeID.GEOMETRY,
          Type.TypeID.GEOGRAPHY,
          Type.TypeID.TIMESTAMP_NANO,
          Type.TypeID.UNKNOWN);

  private final TargetSpec spec;
  private final Findings findings;

  CatalogLimits(TargetSpec spec, Findings findings) {
    this.spec = spec;
    this.findings = findings;
  }

  /** Warns of a catalog that can lose commits of writers that run at the same time. */
  void concurrency() {
    Map<String, String> properties = spec.catalogProperties();
    boolean hadoop =
        CatalogUtil.ICEBERG_CATALOG_TYPE_HADOOP.equalsIgnoreCase(
            properties.get(CatalogUtil.ICEBERG_CATALOG_TYPE));
    boolean local =
        Catalogs.localPath(properties.getOrDefault(CatalogProperties.WAREHOUSE_LOCATION, ""))
            .isPresent();
    if (hadoop && local) {
      findings.warning(
          "catalog-concurrency",
          Area.TARGET,
          spec.table(),
          "A hadoop catalog on a local disk can lose a commit when two programs write to the table"
              + " at the same time",
          "Let only one program write at a time, or choose a catalog of type jdbc");
    }
  }

  /** Warns of what BigLake does not support in tables of format version 3. */
  void formatVersion(int version, Schema schema) {
    if (version < FIRST_WITH_LINEAGE || !bigLake()) {
      return;
    }
    findings.warning(
        "catalog-limits",
        Area.TARGET,
        spec.table(),
        "BigLake supports no row lineage in tables of format version 3, and BigQuery cannot write"
            + " to them",
        "Choose format version 2 if BigQuery has to write to the table");
    for (Types.NestedField column : schema.columns()) {
      if (unsupported(column.type())) {
        findings.warning(
            "catalog-limits",
            Area.MAPPING,
            column.name(),
            String.format(
                "BigLake does not support columns of type %s in tables of format version 3",
                column.type()),
            "Map the column to another type, or drop it");
      }
      if (column.initialDefault() != null || column.writeDefault() != null) {
        findings.warning(
            "catalog-limits",
            Area.MAPPING,
            column.name(),
            "BigLake does not support default values of columns",
            "Take the column's default value away");
      }
    }
  }

  private static boolean unsupported(Type type) {
    return UNSUPPORTED_IN_BIGLAKE.contains(type.typeId())
        || (type.isNestedType()
            && type.asNestedType().fields().stream().anyMatch(f -> unsupported(f.type())));
  }

  private boolean bigLake() {
    Map<String, String> properties = spec.catalogProperties();
    return properties
            .getOrDefault(CatalogProperties.URI, "")
            .toLowerCase(Locale.ROOT)
            .contains("biglake")
        || properties
            .getOrDefault("rest.auth.type", "")
            .toLowerCase(Locale.ROOT)
            .contains("google");
  }
}
