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
package dev.tributary.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretsTest {
  @Test
  void valuesOfASpecThatWasReadAreNotShown() {
    Specs.parse(
        """
        tributary: 1
        source:
          format: delta
          table: /data/${REDACT_TEST_FOLDER}
          hadoop_config:
            fs.s3a.secret.key: "${REDACT_TEST_KEY}"
            fs.s3a.endpoint: "https://${REDACT_TEST_HOST}/"
        target:
          table: lake.t
          catalog_properties: {type: rest, credential: "client:literal-secret-of-the-test"}
        """,
        "x.yaml",
        name ->
            Optional.ofNullable(
                Map.of(
                        "REDACT_TEST_KEY", "wJalrXUtnFEMI",
                        "REDACT_TEST_HOST", "inner.example",
                        "REDACT_TEST_FOLDER", "orders-of-secrets-test")
                    .get(name)));

    assertThat(Secrets.redact("Denied: wJalrXUtnFEMI at inner.example"))
        .isEqualTo("Denied: ${REDACT_TEST_KEY} at ${REDACT_TEST_HOST}");
    assertThat(Secrets.redact("login client:literal-secret-of-the-test failed"))
        .isEqualTo("login *** failed");
    assertThat(Secrets.redact("No table /data/orders-of-secrets-test"))
        .as("the name of a table is no secret")
        .isEqualTo("No table /data/orders-of-secrets-test");
  }

  @Test
  void whatLooksLikeASecretInATextIsNotShown() {
    assertThat(Secrets.redact("jdbc:postgresql://joe:hunter2@db/x?user=joe&password=abc&ssl=1"))
        .isEqualTo("jdbc:postgresql://***@db/x?user=joe&password=***&ssl=1");
    assertThat(Secrets.redact("Cannot open jdbc:postgresql://joe:hun/ter@2@db:5432/x"))
        .as("a password with what belongs into a URI")
        .isEqualTo("Cannot open jdbc:postgresql://***@db:5432/x");
    assertThat(Secrets.redact("hdfs://nn:8020/data/part@1.parquet"))
        .as("a port is no password")
        .isEqualTo("hdfs://nn:8020/data/part@1.parquet");
    assertThat(Secrets.redact("Authorization: Bearer eyJhbGciOi.J9.x"))
        .doesNotContain("eyJhbGciOi");
    assertThat(Secrets.redact("Cannot read /data/orders: column id is missing"))
        .isEqualTo("Cannot read /data/orders: column id is missing");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/tmp/breaker/token: it is no Delta table",
        "C:\\data\\my-passwd: there is no such file",
        "s3://bucket/api.token: access denied"
      })
  void pathsThatEndLikeAKeyAreShown(String message) {
    assertThat(Secrets.redact(message)).isEqualTo(message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "token: pp77qq",
        "my.token: pp77qq",
        "(password:pp77qq)",
        "jdbc:x://h/db?password=pp77qq",
        "jdbc:x://h/password=pp77qq",
        "redis://:pp77qq@h"
      })
  void keysWithTheirValuesAreNotShown(String message) {
    assertThat(Secrets.redact(message)).doesNotContain("pp77qq").contains("***");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgresql://h/db?user=u&password=pp77qq",
        "s3://AKIA:secret@bucket",
        "s3://:half@bucket",
        "Bearer eyJhbGciOi.J9.x",
        "x required username=\"u\" password=\"p\";",
        "{\"private_key\": \"abc\"}",
        "AccountName=n;AccountKey=k==",
        "https://h/c?sv=1&sig=abc"
      })
  void valuesThatHoldSecretsAreKnown(String value) {
    assertThat(Secrets.holdsSecret(value)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "gs://bucket/token",
        "abfss://container@account.dfs.core.windows.net/path",
        "https://h:8080/iceberg",
        "urn:ietf:params:oauth:token-type:access_token",
        "jdbc:x://:@h/db?password=&ssl=1",
        "bucket(id, 4)"
      })
  void otherValuesHoldNoSecrets(String value) {
    assertThat(Secrets.holdsSecret(value)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "token",
        "credential",
        "s3.secret-access-key",
        "s3.access-key-id",
        "jdbc.password",
        "header.Authorization",
        "fs.azure.account.key",
        "adls.auth.shared-key.account.key",
        "gcs.oauth2.token",
        "PASSWORD",
        "API_KEY"
      })
  void secretPropertiesAreKnownByName(String property) {
    assertThat(Secrets.isSecret(property)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "type",
        "warehouse",
        "uri",
        "rest.auth.type",
        "oauth2-server-uri",
        "token-refresh-enabled",
        "token_heartbeat_seconds",
        "header.x-goog-user-project",
        "io-impl",
        "format-version"
      })
  void settingsAreNoSecrets(String property) {
    assertThat(Secrets.isSecret(property)).isFalse();
  }
}
