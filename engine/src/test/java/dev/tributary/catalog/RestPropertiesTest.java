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
package dev.tributary.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import dev.tributary.fixture.FaultyProxy;
import dev.tributary.fixture.FaultyProxy.Sent;
import dev.tributary.fixture.RestServer;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a REST service gets to see of the properties that are documented for BigLake. */
class RestPropertiesTest {
  private static final String PROJECT = "x-goog-user-project";
  private static final String DELEGATION = "x-iceberg-access-delegation";

  @TempDir Path folder;
  private RestServer server;
  private FaultyProxy line;
  private HttpServer tokens;
  private final AtomicInteger issued = new AtomicInteger();

  @BeforeEach
  void start() throws IOException {
    server = RestServer.start(folder);
    line = FaultyProxy.to(server.uri());
    tokens = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    tokens.createContext(
        "/token",
        exchange -> {
          // It is over before it can be used again.
          byte[] answer =
              ("{\"access_token\":\"token-"
                      + issued.incrementAndGet()
                      + "\",\"token_type\":\"Bearer\",\"expires_in\":1}")
                  .getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().add("Content-Type", "application/json");
          exchange.sendResponseHeaders(200, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    tokens.start();
  }

  @AfterEach
  void stop() throws IOException {
    line.close();
    server.close();
    tokens.stop(0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"google", "org.apache.iceberg.gcp.auth.GoogleAuthManager"})
  void googleTokensAreSentAndRenewed(String authentication) throws Exception {
    Map<String, String> properties = new HashMap<>();
    properties.put("type", "rest");
    properties.put("uri", line.uri().toString());
    properties.put("warehouse", "gs://bucket/lake");
    properties.put("io-impl", "org.apache.iceberg.gcp.gcs.GCSFileIO");
    properties.put("header.x-goog-user-project", "my-project");
    properties.put("header.X-Iceberg-Access-Delegation", "vended-credentials");
    properties.put("rest.auth.type", authentication);
    properties.put("gcp.auth.credentials-path", serviceAccount().toString());
    Catalog catalog = Catalogs.open(Optional.of("biglake"), properties, Map.of());
    ((SupportsNamespaces) catalog).listNamespaces();
    ((SupportsNamespaces) catalog).listNamespaces();
    ((Closeable) catalog).close();

    List<Sent> requests = line.requests();
    assertThat(requests).hasSizeGreaterThanOrEqualTo(3);
    assertThat(requests)
        .allSatisfy(
            request -> {
              assertThat(request.headers()).containsEntry(PROJECT, "my-project");
              assertThat(request.headers()).containsEntry(DELEGATION, "vended-credentials");
              assertThat(request.headers().get("authorization")).startsWith("Bearer token-");
            });
    assertThat(requests.stream().map(it -> it.headers().get("authorization")).distinct())
        .as("a token that is over is not sent again")
        .hasSizeGreaterThan(1);
  }

  /** A key file of a service account whose tokens come from the test. */
  private Path serviceAccount() throws GeneralSecurityException, IOException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2048);
    String key =
        "-----BEGIN PRIVATE KEY-----\n"
            + Base64.getMimeEncoder()
                .encodeToString(generator.generateKeyPair().getPrivate().getEncoded())
            + "\n-----END PRIVATE KEY-----\n";
    Map<String, String> account =
        Map.of(
            "type", "service_account",
            "project_id", "my-project",
            "private_key_id", "1",
            "private_key", key,
            "client_email", "job@my-project.example",
            "client_id", "1",
            "token_uri", "http://127.0.0.1:" + tokens.getAddress().getPort() + "/token");
    return Files.write(folder.resolve("key.json"), new ObjectMapper().writeValueAsBytes(account));
  }

  @Test
  void warehouseIsAskedFor() throws IOException {
    Catalog catalog =
        Catalogs.open(
            Optional.empty(),
            Map.of("type", "rest", "uri", line.uri().toString(), "warehouse", "bl://one"),
            Map.of());
    ((Closeable) catalog).close();
    assertThat(line.requests().get(0).query()).isEqualTo("warehouse=bl%3A%2F%2Fone");
  }
}
