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

import dev.tributary.spec.MigrationSpec.InitialLoad;
import dev.tributary.spec.MigrationSpec.SchemaChanges;
import dev.tributary.spec.SourceSpec.ChangeFeed;
import dev.tributary.spec.SourceSpec.SourceFormat;
import dev.tributary.spec.TargetSpec.DeleteStrategy;
import dev.tributary.spec.TargetSpec.NullKeys;
import dev.tributary.spec.TargetSpec.WriteMode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Any valid spec is read back as it was written; the seed of a failing case is its argument. */
class SpecRoundTripTest {
  private static final List<String> AWKWARD =
      List.of(
          "true",
          "no",
          "null",
          "~",
          "12",
          "1e3",
          "0x1F",
          "2024-01-31",
          "12:30:00",
          "a: b",
          "#x",
          "- a",
          "'q'",
          "\"dq\"",
          "a\\b",
          "{x}",
          "[y]",
          "&a",
          "*a",
          "!t",
          "%d",
          "@at",
          "`b`",
          "a,b",
          " lead",
          "trail ",
          "été",
          "한국어",
          "עברית",
          "emoji 🙂",
          "line\nbreak",
          "tab\there",
          "|",
          ">",
          "?",
          "=",
          "<<",
          "a #b",
          "name with spaces",
          "x".repeat(300));

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void specsAreReadAsTheyWereWritten(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 40; i++) {
      MigrationSpec spec = spec(random);

      String yaml = Specs.write(spec);
      MigrationSpec read = Specs.parse(yaml, "x.yaml", name -> Optional.empty());

      assertThat(read.toBuilder().references(References.IN_VALUES).build())
          .as("seed %d, case %d:%n%s", seed, i, yaml)
          .isEqualTo(spec);
      assertThat(Specs.write(read)).isEqualTo(yaml);
      assertThat(JsonSchemaSubset.violations(Specs.jsonSchema(), yaml)).as(yaml).isEmpty();
    }
  }

  private static MigrationSpec spec(Random random) {
    SourceSpec source = source(random);
    boolean started = !(source.from() instanceof Bound.Open);
    InitialLoad load = oneOf(random, InitialLoad.values());
    return MigrationSpec.builder(text(random), source, target(random))
        .mapping(mapping(random))
        .initialLoad(load == InitialLoad.NONE && !started ? InitialLoad.AUTO : load)
        .schemaChanges(oneOf(random, SchemaChanges.values()))
        .run(new RunSpec(oneOf(random, RunSpec.Runner.values()), properties(random)))
        .build();
  }

  private static SourceSpec source(Random random) {
    boolean iceberg = random.nextBoolean();
    SourceSpec.Builder source =
        SourceSpec.builder(
                iceberg ? SourceFormat.ICEBERG : SourceFormat.DELTA, "/data/" + text(random))
            .configProperties(properties(random))
            .pathRewrites(
                random.nextBoolean()
                    ? List.of(new PathRewrite(text(random), text(random)))
                    : List.of())
            .from(bound(random, 0))
            .to(bound(random, 1000))
            .filter(maybe(random, () -> text(random)));
    if (random.nextBoolean()) {
      source.keep(texts(random));
    } else {
      source.drop(texts(random));
    }
    if (random.nextBoolean()) {
      source.streaming(true).pollInterval(Duration.ofSeconds(1 + random.nextInt(100)));
    }
    if (iceberg) {
      source
          .catalogName(maybe(random, () -> text(random)))
          .branch(maybe(random, () -> text(random)));
      if (random.nextBoolean()) {
        source.catalogProperties(catalog(random));
      }
    } else {
      source.changeFeed(oneOf(random, ChangeFeed.values()));
    }
    return source.build();
  }

  private static TargetSpec target(Random random) {
    WriteMode mode = oneOf(random, WriteMode.MERGE_ON_READ, WriteMode.COPY_ON_WRITE);
    Map<String, Object> options = new LinkedHashMap<>();
    if (random.nextBoolean()) {
      options.put("keep", List.of("a", "b"));
      options.put("upsert", random.nextBoolean());
      options.put("num_shards", 1 + random.nextInt(20));
      options.put("write_properties", Map.of("k", text(random)));
      options.put("sink_id", text(random));
    }
    return TargetSpec.builder("lake.t" + random.nextInt(9))
        .catalogName(maybe(random, () -> text(random)))
        .catalogProperties(catalog(random))
        .configProperties(properties(random))
        .mode(mode)
        .equalityColumns(texts(random))
        .nullKeys(oneOf(random, NullKeys.values()))
        .deleteStrategy(
            mode == WriteMode.COPY_ON_WRITE
                ? DeleteStrategy.POSITION
                : oneOf(random, DeleteStrategy.values()))
        .tableProperties(random.nextBoolean() ? Map.of("format-version", "3") : Map.of())
        .partitionFields(random.nextBoolean() ? List.of("bucket(id, 16)", "day(ts)") : List.of())
        .sortFields(random.nextBoolean() ? List.of("id desc nulls first") : List.of())
        .writeOptions(options)
        .build();
  }

  private static List<ColumnMapping> mapping(Random random) {
    List<ColumnMapping> mapping = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      mapping.add(
          new ColumnMapping(text(random), text(random) + i, maybe(random, () -> "decimal(10,2)")));
    }
    return mapping;
  }

  private static Bound bound(Random random, int least) {
    return switch (random.nextInt(3)) {
      case 0 -> Bound.OPEN;
      case 1 -> new Bound.Commit(least + random.nextInt(1000));
      default ->
          new Bound.Time(
              Instant.ofEpochSecond((least + random.nextInt(1000)) * 86_400L, random.nextInt(9)));
    };
  }

  private static Map<String, String> catalog(Random random) {
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put("type", "hadoop");
    properties.putAll(properties(random));
    return properties;
  }

  private static Map<String, String> properties(Random random) {
    Map<String, String> properties = new LinkedHashMap<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      properties.put(text(random), text(random));
    }
    return properties;
  }

  private static List<String> texts(Random random) {
    Set<String> texts = new LinkedHashSet<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      texts.add(text(random));
    }
    return List.copyOf(texts);
  }

  private static String text(Random random) {
    return random.nextInt(3) == 0
        ? AWKWARD.get(random.nextInt(AWKWARD.size()))
        : "n" + random.nextInt(99);
  }

  private static <T> Optional<T> maybe(Random random, Supplier<T> value) {
    return random.nextBoolean() ? Optional.of(value.get()) : Optional.empty();
  }

  @SafeVarargs
  private static <T> T oneOf(Random random, T... values) {
    return values[random.nextInt(values.length)];
  }

  @ParameterizedTest
  @EnumSource(WriteMode.class)
  void targetThatFitsItsModeIsNotRefused(WriteMode mode) {
    TargetSpec everything =
        TargetSpec.builder("lake.orders")
            .catalogProperties(Map.of("type", "hadoop", "warehouse", "/data/lake"))
            .mode(mode)
            .equalityColumns(List.of("id"))
            .nullKeys(NullKeys.MATCH)
            .deleteStrategy(DeleteStrategy.EQUALITY)
            .writeOptions(
                Map.of(
                    "upsert", true,
                    "change_type_column", "kind",
                    "change_type_map", Map.of("I", "INSERT"),
                    "num_shards", 4,
                    "shards_per_partition", 2,
                    "allowed_lateness_seconds", 1,
                    "token_heartbeat_seconds", 5,
                    "sorter_memory_mb", 64))
            .build();
    MigrationSpec spec =
        MigrationSpec.builder(
                "orders",
                SourceSpec.builder(SourceFormat.DELTA, "/data/orders").build(),
                everything.fitting())
            .build();

    assertThat(Specs.parse(Specs.write(spec), "orders").target()).isEqualTo(spec.target());
    assertThat(everything.fitting().equals(everything)).isEqualTo(mode == WriteMode.MERGE_ON_READ);
  }
}
