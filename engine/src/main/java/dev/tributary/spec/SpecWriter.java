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

import dev.tributary.spec.MigrationSpec.InitialLoad;
import dev.tributary.spec.MigrationSpec.SchemaChanges;
import dev.tributary.spec.SourceSpec.ChangeFeed;
import dev.tributary.spec.SourceSpec.SourceFormat;
import dev.tributary.spec.TargetSpec.DeleteStrategy;
import dev.tributary.spec.TargetSpec.NullKeys;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.Yaml;

/** Writes a spec as the text of a spec file, without keys that have their default value. */
final class SpecWriter {
  private final MigrationSpec spec;

  SpecWriter(MigrationSpec spec) {
    this.spec = spec;
  }

  String write() {
    DumperOptions options = new DumperOptions();
    options.setDefaultFlowStyle(DumperOptions.FlowStyle.BLOCK);
    options.setAllowUnicode(true);
    options.setSplitLines(false);
    options.setIndicatorIndent(2);
    options.setIndentWithIndicator(true);
    return new Yaml(options).dump(tree());
  }

  private Map<String, Object> tree() {
    Map<String, Object> file = new LinkedHashMap<>();
    file.put("tributary", MigrationSpec.FORMAT_VERSION);
    file.put("name", text("name", spec.name()));
    file.put("source", source());
    file.put("target", target());
    if (!spec.mapping().isEmpty()) {
      file.put("mapping", mapping());
    }
    if (spec.initialLoad() != InitialLoad.AUTO) {
      file.put("initial_load", word("initial_load", spec.initialLoad()));
    }
    if (spec.schemaChanges() != SchemaChanges.FAIL) {
      file.put("schema_changes", word("schema_changes", spec.schemaChanges()));
    }
    if (!spec.run().equals(RunSpec.LOCAL)) {
      Map<String, Object> run = new LinkedHashMap<>();
      run.put("runner", word("run.runner", spec.run().runner()));
      properties(run, "run", "options", spec.run().options());
      file.put("run", run);
    }
    return file;
  }

  private Map<String, Object> source() {
    SourceSpec source = spec.source();
    Map<String, Object> keys = new LinkedHashMap<>();
    keys.put("format", word("source.format", source.format()));
    keys.put("table", text("source.table", source.table()));
    source
        .catalogName()
        .ifPresent(name -> keys.put("catalog_name", text("source.catalog_name", name)));
    properties(keys, "source", "catalog_properties", source.catalogProperties());
    properties(keys, "source", "config_properties", source.configProperties());
    if (!source.pathRewrites().isEmpty()) {
      keys.put("path_rewrites", pathRewrites(source.pathRewrites()));
    }
    source.branch().ifPresent(branch -> keys.put("branch", text("source.branch", branch)));
    boolean iceberg = source.format() == SourceFormat.ICEBERG;
    bound(
        keys,
        source.from(),
        iceberg ? "from_snapshot" : "start_version",
        "from_timestamp",
        iceberg ? "from_timestamp" : "start_timestamp");
    bound(
        keys,
        source.to(),
        iceberg ? "to_snapshot" : "end_version",
        "to_timestamp",
        iceberg ? "to_timestamp" : "end_timestamp");
    texts(keys, "source", "keep", source.keep());
    texts(keys, "source", "drop", source.drop());
    texts(
        keys,
        "source",
        "include_metadata_columns",
        source.metadataColumns().stream().map(MetadataColumn::columnName).toList());
    source.filter().ifPresent(filter -> keys.put("filter", text("source.filter", filter)));
    if (source.streaming()) {
      keys.put("streaming", literal("source.streaming", "true", true));
      if (!source.pollInterval().equals(SourceSpec.DEFAULT_POLL_INTERVAL)) {
        long seconds = source.pollInterval().toSeconds();
        keys.put(
            "poll_interval_seconds",
            literal("source.poll_interval_seconds", Long.toString(seconds), seconds));
      }
    }
    if (source.changeFeed() != ChangeFeed.REQUIRE) {
      keys.put("change_feed", word("source.change_feed", source.changeFeed()));
    }
    return keys;
  }

  private void bound(
      Map<String, Object> keys, Bound bound, String commit, String time, String timeAsWritten) {
    if (bound instanceof Bound.Commit number) {
      keys.put(commit, literal("source." + commit, Long.toString(number.id()), number.id()));
    } else if (bound instanceof Bound.Time point) {
      keys.put(timeAsWritten, text("source." + time, point.instant().toString()));
    }
  }

  private List<Object> pathRewrites(List<PathRewrite> rewrites) {
    List<Object> items = new ArrayList<>();
    for (PathRewrite rewrite : rewrites) {
      String at = "source.path_rewrites[" + items.size() + "].";
      Map<String, Object> item = new LinkedHashMap<>();
      item.put("from", text(at + "from", rewrite.from()));
      item.put("to", text(at + "to", rewrite.to()));
      items.add(item);
    }
    return items;
  }

  private Map<String, Object> target() {
    TargetSpec target = spec.target();
    Map<String, Object> keys = new LinkedHashMap<>();
    keys.put("table", text("target.table", target.table()));
    target
        .catalogName()
        .ifPresent(name -> keys.put("catalog_name", text("target.catalog_name", name)));
    properties(keys, "target", "catalog_properties", target.catalogProperties());
    properties(keys, "target", "config_properties", target.configProperties());
    keys.put("mode", word("target.mode", target.mode()));
    texts(keys, "target", "equality_columns", target.equalityColumns());
    if (target.nullKeys() != NullKeys.REJECT) {
      keys.put("null_keys", word("target.null_keys", target.nullKeys()));
    }
    if (target.deleteStrategy() != DeleteStrategy.POSITION) {
      keys.put("delete_strategy", word("target.delete_strategy", target.deleteStrategy()));
    }
    properties(keys, "target", "table_properties", target.tableProperties());
    texts(keys, "target", "partition_fields", target.partitionFields());
    texts(keys, "target", "sort_fields", target.sortFields());
    for (Key key : Grammar.WRITE_OPTIONS) {
      Object value = target.writeOptions().get(key.name());
      if (value != null) {
        writeOption(keys, key.name(), value);
      }
    }
    return keys;
  }

  private void writeOption(Map<String, Object> keys, String name, Object value) {
    String at = "target." + name;
    if (value instanceof Map<?, ?> map) {
      Map<String, String> texts = new LinkedHashMap<>();
      map.forEach((key, item) -> texts.put(String.valueOf(key), String.valueOf(item)));
      properties(keys, "target", name, texts);
    } else if (value instanceof List<?> list) {
      texts(keys, "target", name, list.stream().map(String::valueOf).toList());
    } else if (value instanceof String string) {
      keys.put(name, text(at, string));
    } else {
      keys.put(name, literal(at, String.valueOf(value), value));
    }
  }

  private List<Object> mapping() {
    List<Object> items = new ArrayList<>();
    for (ColumnMapping column : spec.mapping()) {
      String at = "mapping[" + items.size() + "].";
      Map<String, Object> item = new LinkedHashMap<>();
      item.put("source", text(at + "source", column.source()));
      item.put("target", text(at + "target", column.target()));
      column.type().ifPresent(type -> item.put("type", text(at + "type", type)));
      items.add(item);
    }
    return items;
  }

  private void properties(
      Map<String, Object> keys, String section, String name, Map<String, String> properties) {
    if (!properties.isEmpty()) {
      Map<String, Object> texts = new LinkedHashMap<>();
      String at = section + "." + name + ".";
      properties.forEach((property, value) -> texts.put(property, text(at + property, value)));
      keys.put(name, texts);
    }
  }

  private void texts(Map<String, Object> keys, String section, String name, List<String> values) {
    if (!values.isEmpty()) {
      List<Object> texts = new ArrayList<>();
      for (String value : values) {
        texts.add(text(section + "." + name + "[" + texts.size() + "]", value));
      }
      keys.put(name, texts);
    }
  }

  private String word(String at, Enum<?> constant) {
    return text(at, Words.of(constant));
  }

  private String text(String at, String value) {
    return spec.references().text(at, value);
  }

  /** A number or truth value: as such, or as the reference that it came by. */
  private Object literal(String at, String value, Object literal) {
    String text = text(at, value);
    return text.equals(value) ? literal : text;
  }
}
