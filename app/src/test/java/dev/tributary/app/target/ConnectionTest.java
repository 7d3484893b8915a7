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
package dev.tributary.app.target;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ConnectionTest {
  static Map<?, ?>[] catalogs() {
    return new Map<?, ?>[] {
      Map.of(
          "type", "jdbc",
          "uri", "jdbc:sqlite:/data/lake/catalog.db",
          "warehouse", "file:///data/lake/warehouse",
          "jdbc.schema-version", "V1"),
      Map.of("type", "hadoop", "warehouse", "file:///data/lake", "io.x", "1"),
      Map.of("type", "rest", "uri", "https://c.example.com", "token", "${TOKEN}"),
      Map.of("type", "hive", "uri", "thrift://h:9083", "warehouse", "s3://b/w"),
      Map.of(
          "type", "rest",
          "uri", "https://biglake.googleapis.com/iceberg/v1/restcatalog",
          "io-impl", "org.apache.iceberg.gcp.gcs.GCSFileIO",
          "rest.auth.type", "google",
          "warehouse", "gs://bucket",
          "header.x-goog-user-project", "p"),
      Map.of("type", "jdbc", "uri", "jdbc:postgresql://h/db", "warehouse", "s3://b"),
      Map.of(
          "type", "jdbc", "uri", "jdbc:sqlite:/a/catalog.db", "warehouse", "file:///b/warehouse"),
      Map.of("catalog-impl", "com.example.Catalog")
    };
  }

  @ParameterizedTest
  @MethodSource("catalogs")
  void propertiesOfASpecComeBackUnchanged(Map<String, String> properties) {
    assertThat(Connection.of(properties).properties()).isEqualTo(properties);
  }

  @Test
  void databaseBesideItsDataIsTheFolderCard() {
    Connection connection =
        Connection.of(
            Map.of(
                "type", "jdbc",
                "uri", "jdbc:sqlite:/data/lake/catalog.db",
                "warehouse", "file:///data/lake/warehouse"));
    assertThat(connection.preset()).isEqualTo(Preset.LOCAL);
    assertThat(connection.fields()).containsEntry(Preset.Field.FOLDER, "/data/lake");
    assertThat(connection.more()).isEmpty();
  }

  @Test
  void databaseAwayFromItsDataIsShownAsItsProperties() {
    Map<String, String> properties =
        Map.of(
            "type", "jdbc", "uri", "jdbc:sqlite:/a/catalog.db", "warehouse", "file:///b/warehouse");
    assertThat(Connection.of(properties).preset()).isEqualTo(Preset.OTHER);
    assertThat(Connection.of(properties).more()).isEqualTo(properties);
  }

  @Test
  void bigLakeIsToldFromOtherRestCatalogs() {
    assertThat(Connection.of(Map.of("type", "rest", "uri", "https://c.example.com")).preset())
        .isEqualTo(Preset.REST);
    Map<String, String> bigLake =
        new Connection(Preset.BIGLAKE, Map.of(Preset.Field.WAREHOUSE, "gs://bucket"), Map.of())
            .properties();
    assertThat(Connection.of(bigLake).preset()).isEqualTo(Preset.BIGLAKE);
    assertThat(bigLake)
        .containsEntry("rest.auth.type", "google")
        .doesNotContainKey("header.x-goog-user-project");
  }
}
