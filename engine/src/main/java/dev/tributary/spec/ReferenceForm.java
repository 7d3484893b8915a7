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

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Puts the references of a spec that was read back into its texts. */
final class ReferenceForm {
  private final MigrationSpec spec;

  ReferenceForm(MigrationSpec spec) {
    this.spec = spec;
  }

  MigrationSpec spec() {
    return spec.toBuilder()
        .source(source())
        .target(target())
        .mapping(mapping())
        .run(new RunSpec(spec.run().runner(), properties("run.options", spec.run().options())))
        .references(References.IN_VALUES)
        .build();
  }

  private SourceSpec source() {
    SourceSpec source = spec.source();
    List<PathRewrite> rewrites = new ArrayList<>();
    for (PathRewrite rewrite : source.pathRewrites()) {
      String at = "source.path_rewrites[" + rewrites.size() + "].";
      rewrites.add(
          new PathRewrite(text(at + "from", rewrite.from()), text(at + "to", rewrite.to())));
    }
    return source.toBuilder()
        .table(text("source.table", source.table()))
        .catalogName(source.catalogName().map(name -> text("source.catalog_name", name)))
        .catalogProperties(properties("source.catalog_properties", source.catalogProperties()))
        .configProperties(properties("source.config_properties", source.configProperties()))
        .pathRewrites(rewrites)
        .keep(texts("source.keep", source.keep()))
        .drop(texts("source.drop", source.drop()))
        .branch(source.branch().map(branch -> text("source.branch", branch)))
        .filter(source.filter().map(filter -> text("source.filter", filter)))
        .build();
  }

  private TargetSpec target() {
    TargetSpec target = spec.target();
    return target.toBuilder()
        .table(text("target.table", target.table()))
        .catalogName(target.catalogName().map(name -> text("target.catalog_name", name)))
        .catalogProperties(properties("target.catalog_properties", target.catalogProperties()))
        .configProperties(properties("target.config_properties", target.configProperties()))
        .equalityColumns(texts("target.equality_columns", target.equalityColumns()))
        .tableProperties(properties("target.table_properties", target.tableProperties()))
        .partitionFields(texts("target.partition_fields", target.partitionFields()))
        .sortFields(texts("target.sort_fields", target.sortFields()))
        .writeOptions(writeOptions(target.writeOptions()))
        .build();
  }

  private Map<String, Object> writeOptions(Map<String, Object> options) {
    Map<String, Object> texts = new LinkedHashMap<>();
    options.forEach((name, value) -> texts.put(name, writeOption("target." + name, value)));
    return texts;
  }

  private Object writeOption(String path, Object value) {
    if (value instanceof Map<?, ?> map) {
      Map<String, String> texts = new LinkedHashMap<>();
      map.forEach((key, item) -> texts.put(String.valueOf(key), String.valueOf(item)));
      return properties(path, texts);
    }
    if (value instanceof List<?> list) {
      return texts(path, list.stream().map(String::valueOf).toList());
    }
    return value instanceof String string ? text(path, string) : value;
  }

  private List<ColumnMapping> mapping() {
    List<ColumnMapping> mapping = new ArrayList<>();
    for (ColumnMapping column : spec.mapping()) {
      String at = "mapping[" + mapping.size() + "].";
      mapping.add(
          new ColumnMapping(
              text(at + "source", column.source()),
              text(at + "target", column.target()),
              column.type().map(type -> text(at + "type", type))));
    }
    return mapping;
  }

  private Map<String, String> properties(String path, Map<String, String> properties) {
    Map<String, String> texts = new LinkedHashMap<>();
    properties.forEach((name, value) -> texts.put(name, text(path + "." + name, value)));
    return texts;
  }

  private List<String> texts(String path, List<String> values) {
    List<String> texts = new ArrayList<>();
    for (String value : values) {
      texts.add(text(path + "[" + texts.size() + "]", value));
    }
    return texts;
  }

  private String text(String path, String value) {
    return spec.references().text(path, value);
  }
}
