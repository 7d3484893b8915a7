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

import dev.tributary.spec.PathRewrite;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PathRewritesTest {
  private static final PathRewrites REWRITES =
      PathRewrites.of(
          List.of(
              new PathRewrite("s3a://old/", "file:///copy/"),
              new PathRewrite("s3a://old/special", "/elsewhere"),
              new PathRewrite("data/t", "/tables/t"),
              new PathRewrite("/copy", "/loop")));

  @ParameterizedTest
  @CsvSource({
    "s3a://old/a/b, file:///copy/a/b",
    "s3a://old, file:///copy",
    "s3a://older/a, s3a://older/a",
    "s3a://old/special/a, /elsewhere/a",
    "s3a://old/specials/a, file:///copy/specials/a",
    "data/t/x, /tables/t/x",
    "/my/data/t/x, /my/data/t/x",
    "/copy/a, /loop/a",
    "file:/copy/a, /loop/a",
    "file:///copy/a, /loop/a",
    "file:///copies/a, file:///copies/a"
  })
  void longestWholePrefixIsReplacedOnce(String stored, String now) {
    assertThat(REWRITES.rewrite(stored)).isEqualTo(now);
  }

  @ParameterizedTest
  @CsvSource({"s3a://old/a, /copy/a", "file:/copy/a, /loop/a", "hdfs://host/a, hdfs://host/a"})
  void placesOfOneFileAreEqual(String stored, String place) {
    PathRewrites rewrites =
        PathRewrites.of(
            List.of(
                new PathRewrite("s3a://old/", "file:///copy/"),
                new PathRewrite("file:/copy", "/loop")));
    assertThat(rewrites.place(stored)).isEqualTo(place);
  }

  @ParameterizedTest
  @CsvSource({"s3a://old/a/b, file:///copy/a/b", "data/t/x, /tables/t/x"})
  void survivesAsAProperty(String stored, String now) {
    assertThat(PathRewrites.ofProperty(REWRITES.toProperty()).rewrite(stored)).isEqualTo(now);
  }
}
