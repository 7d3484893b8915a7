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
package dev.tributary.generate;

import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.TableTemplate;
import dev.tributary.spec.TargetSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Queries that check the target: Spark's SQL, or BigQuery's for a BigLake catalog. */
final class CheckQueries {
  private static final String PROJECT = "header.x-goog-user-project";

  private final MigrationSpec spec;
  private final Texts texts;

  CheckQueries(MigrationSpec spec) {
    this.spec = spec;
    this.texts = new Texts(spec.references());
  }

  String text() {
    TargetSpec target = spec.target();
    boolean bigQuery =
        target
            .catalogProperties()
            .getOrDefault("uri", "")
            .toLowerCase(Locale.ROOT)
            .contains("biglake.googleapis.com");
    String table = table(bigQuery);
    List<String> queries = new ArrayList<>();
    queries.add("-- " + (bigQuery ? "BigQuery" : "Spark SQL"));
    TableTemplate.of(target)
        .ifPresent(
            template ->
                queries.add(
                    "-- There is a table for each value of "
                        + String.join(", ", template.fields())
                        + ": put one in the place of what stands in braces"));
    queries.add("-- Rows of the target\nSELECT COUNT(*) AS row_count FROM " + table + ";");
    if (!target.equalityColumns().isEmpty()) {
      String keys =
          texts.texts("target.equality_columns", target.equalityColumns()).stream()
              .map(Texts::written)
              .map(CheckQueries::quoted)
              .collect(Collectors.joining(", "));
      queries.add(
          String.format(
              "-- Keys that are there more than once: none expected%n"
                  + "SELECT %s, COUNT(*) AS row_count FROM %s%n"
                  + "GROUP BY %s HAVING COUNT(*) > 1;",
              keys, table, keys));
    }
    queries.add("-- Some rows\nSELECT * FROM " + table + " LIMIT 10;");
    if (!bigQuery) {
      queries.add(
          String.format(
              "-- How far the source has been committed%n"
                  + "SELECT committed_at, snapshot_id, operation,%n"
                  + "  summary['tributary.committed-through'] AS committed_through%n"
                  + "FROM %s.snapshots ORDER BY committed_at;",
              table));
    }
    return String.join("\n\n", queries).replace("\r\n", "\n") + "\n";
  }

  private String table(boolean bigQuery) {
    TargetSpec target = spec.target();
    List<String> parts = new ArrayList<>();
    if (bigQuery) {
      String project = target.catalogProperties().getOrDefault(PROJECT, "PROJECT_ID");
      parts.add(Texts.written(texts.text("target.catalog_properties." + PROJECT, project)));
      parts.add(target.catalogName().orElse("CATALOG"));
    } else {
      target.catalogName().ifPresent(parts::add);
    }
    parts.addAll(
        TableTemplate.of(target)
            .map(template -> template.levels(field -> "{" + field.replace('.', '_') + "}"))
            .orElseGet(() -> Arrays.asList(target.table().split("\\."))));
    return parts.stream().map(CheckQueries::quoted).collect(Collectors.joining("."));
  }

  private static String quoted(String name) {
    return "`" + name.replace("`", "``") + "`";
  }
}
