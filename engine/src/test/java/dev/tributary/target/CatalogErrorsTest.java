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
package dev.tributary.target;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tributary.errors.SourceException;
import dev.tributary.errors.TargetException;
import dev.tributary.fixture.FaultyProxy;
import dev.tributary.fixture.FaultyProxy.Fault;
import dev.tributary.fixture.FaultyProxy.Reach;
import dev.tributary.fixture.RestServer;
import dev.tributary.iceberg.IcebergSource;
import dev.tributary.spec.SourceSpec;
import dev.tributary.spec.TargetSpec;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a person reads when a catalog does not do as it should. */
class CatalogErrorsTest {
  @TempDir Path folder;

  @Test
  void aServiceThatDoesNotRunIsNamed() throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    expect(
        Map.of("type", "rest", "uri", "http://127.0.0.1:" + port),
        "cannot be reached",
        "http://127.0.0.1:" + port,
        "Check uri");
    expect(
        Map.of("type", "hive", "uri", "thrift://127.0.0.1:" + port),
        "cannot be reached",
        "thrift://127.0.0.1:" + port,
        "Check uri");
    expect(
        Map.of("type", "nessie", "uri", "http://127.0.0.1:" + port + "/api/v2", "warehouse", "/x"),
        "http://127.0.0.1:" + port,
        "Check uri");
  }

  @ParameterizedTest
  @CsvSource({
    "401, does not accept the credentials",
    "403, does not allow this",
    "500, the service of the catalog",
    "404, Check uri and warehouse"
  })
  void anAnswerThatIsAnErrorSaysWhatToDo(int status, String text) throws IOException {
    try (RestServer server = RestServer.start(folder);
        FaultyProxy line = FaultyProxy.to(server.uri())) {
      line.fail(request -> true, Integer.MAX_VALUE, new Fault.Status(Reach.LOST, status));
      expect(
          Map.of("type", "rest", "uri", line.uri().toString(), "rest.client.max-retries", "1"),
          text);
    }
  }

  @Test
  void bigQueryWithoutCredentialsSaysHowToGetThem() {
    expect(
        Map.of("type", "bigquery", "gcp.bigquery.project-id", "p", "warehouse", "gs://b/w"),
        "credentials");
  }

  @Test
  void aCatalogWhoseClassesAreMissingIsNamed() {
    expect(Map.of("type", "glue", "warehouse", "s3://b/w"), "class path");
  }

  private static void expect(Map<String, String> properties, String... texts) {
    TargetSpec target =
        TargetSpec.builder("lake.orders")
            .catalogProperties(properties)
            .equalityColumns(List.of("id"))
            .build();
    assertThatThrownBy(
            () -> {
              try (TargetCatalog catalog = TargetCatalog.open(target)) {
                catalog.load();
              }
            })
        .isInstanceOf(TargetException.class)
        .hasMessageContaining("lake.orders")
        .hasMessageContainingAll(texts);
    SourceSpec source =
        SourceSpec.builder(SourceSpec.SourceFormat.ICEBERG, "shop.orders")
            .catalogProperties(properties)
            .build();
    assertThatThrownBy(() -> IcebergSource.open(source).close())
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("shop.orders")
        .hasMessageContainingAll(texts);
  }
}
