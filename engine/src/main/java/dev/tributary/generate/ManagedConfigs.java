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

import dev.tributary.spec.Bound;
import dev.tributary.spec.ColumnMapping;
import dev.tributary.spec.MetadataColumn;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.PathRewrite;
import dev.tributary.spec.SourceSpec;
import dev.tributary.spec.SourceSpec.ChangeFeed;
import dev.tributary.spec.SourceSpec.SourceFormat;
import dev.tributary.spec.TargetSpec;
import dev.tributary.spec.TargetSpec.DeleteStrategy;
import dev.tributary.spec.TargetSpec.NullKeys;
import dev.tributary.spec.TargetSpec.WriteMode;
import dev.tributary.spec.Template;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A migration as the configs of Managed I/O: keys in order, and values that are {@link Template}s,
 * numbers, truth values, lists or maps of templates.
 */
final class ManagedConfigs {
  static final String CHANGE_TYPE = "_change_type";
  static final String SEQUENCE_NUMBER = "_commit_snapshot_sequence_number";
  static final String VERSION = "_commit_version";

  /** What Delta calls the kinds of changes. */
  static final Map<String, String> DELTA_CHANGE_TYPES = deltaChangeTypes();

  // In mode append they name columns of the target, and the transforms know no such thing.
  private static final Set<String> CHANGE_COLUMNS =
      Set.of("change_type_column", "sequence_number_column");

  // Beam's write of changes refuses them, and so does ours.
  private static final List<String> OF_APPEND =
      List.of("distribution_mode", "autosharding", "direct_write_byte_limit", "write_properties");

  private final MigrationSpec spec;
  private final Texts texts;

  ManagedConfigs(MigrationSpec spec) {
    this.spec = spec;
    this.texts = new Texts(spec.references());
  }

  private static Map<String, String> deltaChangeTypes() {
    Map<String, String> kinds = new LinkedHashMap<>();
    kinds.put("insert", "INSERT");
    kinds.put("delete", "DELETE");
    kinds.put("update_preimage", "UPDATE_BEFORE");
    kinds.put("update_postimage", "UPDATE_AFTER");
    return kinds;
  }

  boolean delta() {
    return spec.source().format() == SourceFormat.DELTA;
  }

  /** Variables that stand for secrets which the spec holds itself. */
  List<String> inventedVariables() {
    return texts.inventedVariables();
  }

  /** The config of the read, without {@code include_metadata_columns}. */
  Map<String, Object> read() {
    SourceSpec source = spec.source();
    Map<String, Object> config = new LinkedHashMap<>();
    config.put("table", texts.text("source.table", source.table()));
    source
        .catalogName()
        .ifPresent(name -> config.put("catalog_name", texts.text("source.catalog_name", name)));
    texts.put(config, "source", "catalog_properties", source.catalogProperties());
    texts.put(
        config,
        "source",
        "config_properties",
        delta() ? "hadoop_config" : "config_properties",
        source.configProperties());
    bound(config, source.from(), delta() ? "start_version" : "start_snapshot_id", "start", "from");
    bound(config, source.to(), delta() ? "end_version" : "end_snapshot_id", "end", "to");
    texts.put(config, "source", "keep", source.keep());
    texts.put(config, "source", "drop", source.drop());
    source.filter().ifPresent(filter -> config.put("filter", texts.text("source.filter", filter)));
    source.branch().ifPresent(name -> config.put("branch", texts.text("source.branch", name)));
    if (!source.pathRewrites().isEmpty()) {
      config.put("path_rewrites", pathRewrites(source.pathRewrites()));
    }
    if (source.changeFeed() == ChangeFeed.DERIVE) {
      config.put("change_feed", Texts.literal("derive"));
    }
    if (source.streaming()) {
      config.put("streaming", true);
      config.put("poll_interval_seconds", (int) source.pollInterval().toSeconds());
    }
    return config;
  }

  private List<Map<String, Template>> pathRewrites(List<PathRewrite> rewrites) {
    List<Map<String, Template>> result = new ArrayList<>();
    for (int i = 0; i < rewrites.size(); i++) {
      String place = "source.path_rewrites[" + i + "]";
      Map<String, Template> rewrite = new LinkedHashMap<>();
      rewrite.put("from", texts.text(place + ".from", rewrites.get(i).from()));
      rewrite.put("to", texts.text(place + ".to", rewrites.get(i).to()));
      result.add(rewrite);
    }
    return result;
  }

  private List<Map<String, Template>> mappings() {
    List<Map<String, Template>> result = new ArrayList<>();
    for (ColumnMapping column : spec.mapping()) {
      Map<String, Template> mapping = new LinkedHashMap<>();
      mapping.put("source", sourceName(column));
      mapping.put("target", targetName(column));
      column.type().ifPresent(type -> mapping.put("type", Texts.literal(type)));
      result.add(mapping);
    }
    return result;
  }

  /** Iceberg's time bounds are milliseconds, Delta's are ISO-8601. */
  private void bound(
      Map<String, Object> config, Bound bound, String commit, String deltaTime, String time) {
    if (bound instanceof Bound.Commit number) {
      config.put(commit, number.id());
    } else if (bound instanceof Bound.Time point) {
      if (delta()) {
        config.put(deltaTime + "_timestamp", Texts.literal(point.instant().toString()));
      } else {
        config.put(time + "_timestamp", point.instant().toEpochMilli());
      }
    }
  }

  /** The metadata columns that the write needs, and those that the target is to store. */
  List<String> metadataColumns() {
    List<String> needed =
        delta() ? List.of(VERSION, CHANGE_TYPE) : List.of(CHANGE_TYPE, SEQUENCE_NUMBER);
    Stream<String> stored =
        appends()
            ? spec.source().metadataColumns().stream().map(MetadataColumn::columnName)
            : Stream.of();
    return Stream.concat(needed.stream(), stored).distinct().toList();
  }

  /** The config of the write. */
  Map<String, Object> write() {
    TargetSpec target = spec.target();
    Map<String, Object> config = new LinkedHashMap<>();
    config.put("table", texts.text("target.table", target.table()));
    target
        .catalogName()
        .ifPresent(name -> config.put("catalog_name", texts.text("target.catalog_name", name)));
    texts.put(config, "target", "catalog_properties", target.catalogProperties());
    texts.put(config, "target", "config_properties", target.configProperties());
    config.put("mode", Texts.literal(word(target.mode())));
    if (!appends()) {
      if (delta()) {
        config.put("sequence_number_column", Texts.literal(VERSION));
      }
      texts.put(config, "target", "equality_columns", target.equalityColumns());
      config.put("change_type_column", Texts.literal(CHANGE_TYPE));
      if (delta()) {
        texts.put(config, "target", "change_type_map", DELTA_CHANGE_TYPES);
      }
      if (target.nullKeys() == NullKeys.MATCH) {
        config.put("null_keys", Texts.literal("match"));
      }
    }
    if (!spec.mapping().isEmpty()) {
      config.put("mapping", mappings());
    }
    texts.put(config, "target", "table_properties", target.tableProperties());
    texts.put(config, "target", "partition_fields", target.partitionFields());
    texts.put(config, "target", "sort_fields", target.sortFields());
    target.writeOptions().entrySet().stream()
        .filter(option -> !appends() || !CHANGE_COLUMNS.contains(option.getKey()))
        .filter(option -> appends() || !OF_APPEND.contains(option.getKey()))
        .forEach(option -> config.put(option.getKey(), option(option.getKey(), option.getValue())));
    return config;
  }

  private boolean appends() {
    return spec.target().mode() == WriteMode.APPEND;
  }

  private Object option(String key, Object value) {
    if (value instanceof Map<?, ?> map) {
      Map<String, String> properties = new LinkedHashMap<>();
      map.forEach((name, item) -> properties.put(String.valueOf(name), String.valueOf(item)));
      return texts.properties("target." + key, properties);
    }
    if (value instanceof List<?> list) {
      return texts.texts("target." + key, list);
    }
    return value instanceof String text ? texts.text("target." + key, text) : value;
  }

  Template name() {
    return texts.text("name", spec.name());
  }

  /** The name of a mapped column in the source. */
  private Template sourceName(ColumnMapping column) {
    return texts.text(place(column) + ".source", column.source());
  }

  /** The name of a mapped column in the target. */
  private Template targetName(ColumnMapping column) {
    // A name that is not given is that of the source, and so is its reference.
    return column.target().equals(column.source())
        ? sourceName(column)
        : texts.text(place(column) + ".target", column.target());
  }

  private String place(ColumnMapping column) {
    return "mapping[" + spec.mapping().indexOf(column) + "]";
  }

  /** What the spec says and the transforms do not do, one sentence each. */
  List<String> notExpressed() {
    List<String> remarks = new ArrayList<>();
    if (spec.initialLoad() != MigrationSpec.InitialLoad.NONE) {
      remarks.add("The initial load is not part of it: this applies the changes of the range.");
    }
    if (spec.target().deleteStrategy() == DeleteStrategy.EQUALITY) {
      remarks.add("delete_strategy equality: rows are deleted by their positions.");
    }
    List<String> left =
        OF_APPEND.stream().filter(spec.target().writeOptions()::containsKey).toList();
    if (!appends() && !left.isEmpty()) {
      remarks.add(
          String.join(", ", left) + ": a write of changes does not take such keys; left out.");
    }
    if (appends()) {
      remarks.add(
          "mode append: every change is written as a row, deletes too, and what is known of it"
              + " under the names that it is read by.");
    }
    return remarks;
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
