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

import dev.tributary.errors.SpecException;
import dev.tributary.spec.MigrationSpec.InitialLoad;
import dev.tributary.spec.MigrationSpec.SchemaChanges;
import dev.tributary.spec.RunSpec.Runner;
import dev.tributary.spec.SourceSpec.ChangeFeed;
import dev.tributary.spec.SourceSpec.SourceFormat;
import java.io.StringReader;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.iceberg.types.Types;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Node;

/** Reads the text of a spec file into its model; all that is wrong with the text is found here. */
final class SpecReader {
  private final String fileName;
  private final ReadContext context;

  SpecReader(String fileName, Function<String, Optional<String>> environment) {
    this.fileName = fileName;
    this.context = new ReadContext(fileName, environment);
  }

  MigrationSpec read(String yaml) {
    Section file = new Section(context, "", compose(yaml), Grammar.FILE);
    file.require(Grammar.REQUIRED.get(""));
    long version = file.number("tributary").orElseThrow();
    if (version != MigrationSpec.FORMAT_VERSION) {
      throw file.error(
          "tributary",
          "is a version that this release does not know; it reads version "
              + MigrationSpec.FORMAT_VERSION
              + ".");
    }
    SourceSpec source = source(file.section("source", Grammar.SOURCE).orElseThrow());
    TargetSpec target = new TargetReader(targetSection(file)).read();
    InitialLoad load = file.choice("initial_load", InitialLoad.class, InitialLoad.AUTO);
    if (load == InitialLoad.NONE
        && source.format() == SourceFormat.DELTA
        && source.from() instanceof Bound.Open) {
      throw file.error(
          "initial_load",
          "needs a start of the range: give source.start_version or source.start_timestamp.");
    }
    return MigrationSpec.builder(file.text("name").orElseGet(this::nameOfFile), source, target)
        .mapping(mapping(file))
        .initialLoad(load)
        .schemaChanges(file.choice("schema_changes", SchemaChanges.class, SchemaChanges.FAIL))
        .run(run(file))
        .references(context.references())
        .build();
  }

  private static Section targetSection(Section file) {
    List<Key> keys =
        Stream.concat(Grammar.TARGET.stream(), Grammar.WRITE_OPTIONS.stream()).toList();
    return file.section("target", keys).orElseThrow();
  }

  private Node compose(String yaml) {
    LoaderOptions options = new LoaderOptions();
    options.setMaxAliasesForCollections(50);
    Node node;
    try {
      String text = yaml.startsWith("\uFEFF") ? yaml.substring(1) : yaml;
      node = new Yaml(options).compose(new StringReader(text));
    } catch (MarkedYAMLException e) {
      int line = e.getProblemMark() == null ? 0 : e.getProblemMark().getLine();
      String[] lines = yaml.split("\n", -1);
      String hint =
          line < lines.length && lines[line].contains("${")
              ? "; put a value with ${…} in double quotes"
              : "";
      throw new SpecException(
          String.format(
              "%s, line %d: this is not valid YAML: %s%s.",
              fileName, line + 1, e.getProblem(), hint),
          e);
    } catch (YAMLException e) {
      throw new SpecException(
          String.format("%s: this is not valid YAML: %s.", fileName, e.getMessage()), e);
    }
    if (node == null) {
      throw new SpecException(
          fileName + ": the file is empty; a spec starts with the line 'tributary: 1'.");
    }
    return node;
  }

  private String nameOfFile() {
    String name =
        fileName.substring(Math.max(fileName.lastIndexOf('/'), fileName.lastIndexOf('\\')) + 1);
    String stem = name.replaceFirst("(\\.tributary)?\\.ya?ml$", "");
    return stem.isEmpty() ? "migration" : stem;
  }

  private SourceSpec source(Section section) {
    section.require(Grammar.REQUIRED.get("source"));
    SourceFormat format = section.choice("format", SourceFormat.class, null);
    requireKeysOf(section, format);
    exclusive(section, "keep", "drop");
    String table = section.text("table").orElseThrow();
    Map<String, String> catalog = section.properties("catalog_properties");
    if (section.has("catalog_properties")) {
      requireCatalog(section, catalog);
    } else if (format == SourceFormat.ICEBERG && !isLocation(table)) {
      throw section.error(
          "table",
          "names a table of a catalog, and catalog_properties are missing: give them, or the"
              + " table's location or metadata file.");
    }
    if (section.has("poll_interval_seconds") && !section.bool("streaming").orElse(false)) {
      throw section.error(
          "poll_interval_seconds", "needs streaming: true; remove it, or add streaming.");
    }
    if (table.endsWith(".metadata.json") && section.bool("streaming").orElse(false)) {
      throw section.error(
          "streaming",
          "has nothing to wait for, as table names one metadata file, which never changes: name the"
              + " table in its catalog or its location.");
    }
    Bound from = bound(section, "from_timestamp", "from_snapshot", "start_version");
    Bound to = bound(section, "to_timestamp", "to_snapshot", "end_version");
    requireOrder(section, from, to);
    return SourceSpec.builder(format, table)
        .catalogName(section.text("catalog_name"))
        .catalogProperties(catalog)
        .configProperties(section.properties("config_properties"))
        .pathRewrites(pathRewrites(section))
        .branch(section.text("branch"))
        .from(from)
        .to(to)
        .keep(section.texts("keep"))
        .drop(section.texts("drop"))
        .filter(section.text("filter"))
        .streaming(section.bool("streaming").orElse(false))
        .pollInterval(
            section
                .integer("poll_interval_seconds")
                .map(Duration::ofSeconds)
                .orElse(SourceSpec.DEFAULT_POLL_INTERVAL))
        .changeFeed(section.choice("change_feed", ChangeFeed.class, ChangeFeed.REQUIRE))
        .metadataColumns(metadataColumns(section, format))
        .build();
  }

  private static List<MetadataColumn> metadataColumns(Section section, SourceFormat format) {
    List<MetadataColumn> columns = new ArrayList<>();
    for (String name : section.texts("include_metadata_columns")) {
      columns.add(
          MetadataColumn.named(name, format)
              .orElseThrow(
                  () ->
                      section.error(
                          "include_metadata_columns",
                          String.format(
                              "has the entry '%s'; of %s sources, allowed are %s.",
                              name,
                              Words.of(format),
                              MetadataColumn.of(format).stream()
                                  .map(MetadataColumn::columnName)
                                  .collect(Collectors.joining(", "))))));
    }
    return columns;
  }

  private static void requireKeysOf(Section section, SourceFormat format) {
    for (Key key : Grammar.SOURCE) {
      if (section.has(key.name()) && key.only().isPresent() && key.only().get() != format) {
        List<String> allowed =
            Grammar.SOURCE.stream()
                .filter(k -> k.only().isEmpty() || k.only().get() == format)
                .map(Key::name)
                .toList();
        throw section.error(
            key.name(),
            String.format(
                "is for %s sources, and this one is %s; allowed here are %s.",
                Words.of(key.only().get()), Words.of(format), String.join(", ", allowed)));
      }
    }
  }

  static void exclusive(Section section, String one, String other) {
    if (section.has(one) && section.has(other)) {
      throw section.error(other, String.format("contradicts '%s': give only one of the two.", one));
    }
  }

  static void requireCatalog(Section section, Map<String, String> catalog) {
    if (!catalog.containsKey("type") && !catalog.containsKey("catalog-impl")) {
      throw section.error(
          "catalog_properties",
          "names no kind of catalog: give type, such as hadoop, jdbc, rest or hive, or"
              + " catalog-impl.");
    }
  }

  private static boolean isLocation(String table) {
    return table.contains("/") || table.contains("\\") || table.contains(":");
  }

  private static Bound bound(Section section, String time, String snapshot, String version) {
    exclusive(section, snapshot, time);
    exclusive(section, version, time);
    OptionalLong commit = section.number(snapshot);
    commit = commit.isPresent() ? commit : section.number(version);
    if (commit.isPresent()) {
      return new Bound.Commit(commit.getAsLong());
    }
    Optional<Instant> instant = section.time(time);
    return instant.isPresent() ? new Bound.Time(instant.get()) : Bound.OPEN;
  }

  private static void requireOrder(Section section, Bound from, Bound to) {
    if (section.has("end_version")
        && from instanceof Bound.Commit first
        && to instanceof Bound.Commit last
        && first.id() > last.id()) {
      throw section.error(
          "end_version",
          String.format("lies before start_version, which is %d: exchange them.", first.id()));
    }
    if (from instanceof Bound.Time first
        && to instanceof Bound.Time last
        && first.instant().isAfter(last.instant())) {
      throw section.error(
          "to_timestamp",
          String.format("lies before the start, which is %s: exchange them.", first.instant()));
    }
  }

  private static List<PathRewrite> pathRewrites(Section section) {
    List<PathRewrite> rewrites = new ArrayList<>();
    for (Section item : section.sections("path_rewrites", Grammar.PATH_REWRITE)) {
      item.require(Grammar.REQUIRED.get("path_rewrites"));
      rewrites.add(new PathRewrite(item.text("from").orElseThrow(), item.text("to").orElseThrow()));
    }
    return rewrites;
  }

  private static List<ColumnMapping> mapping(Section file) {
    List<ColumnMapping> mappings = new ArrayList<>();
    Set<String> targets = new HashSet<>();
    for (Section item : file.sections("mapping", Grammar.MAPPING)) {
      item.require(Grammar.REQUIRED.get("mapping"));
      String source = item.text("source").orElseThrow();
      String target = item.text("target").orElse(source);
      if (!targets.add(target.toLowerCase(Locale.ROOT))) {
        throw item.error(
            "target",
            "is the target of another column too, or differs from it only by case: choose another"
                + " name.");
      }
      Optional<String> type = item.text("type");
      if (type.isPresent()) {
        requireType(item, type.get());
      }
      mappings.add(new ColumnMapping(source, target, type));
    }
    return mappings;
  }

  private static void requireType(Section item, String type) {
    try {
      Types.fromPrimitiveString(type);
    } catch (IllegalArgumentException e) {
      throw item.error(
          "type",
          "is no type that a column can be mapped to; allowed are boolean, int, long, float,"
              + " double, decimal(P,S), date, time, timestamp, timestamptz, timestamp_ns,"
              + " timestamptz_ns, string, uuid, fixed[L] and binary.");
    }
  }

  private static RunSpec run(Section file) {
    Optional<Section> section = file.section("run", Grammar.RUN);
    if (section.isEmpty()) {
      return RunSpec.LOCAL;
    }
    return new RunSpec(
        section.get().choice("runner", Runner.class, Runner.LOCAL),
        section.get().properties("options"));
  }
}
