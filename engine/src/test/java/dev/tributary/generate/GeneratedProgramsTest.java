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

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.catalog.Catalogs;
import dev.tributary.fixture.WrittenTable;
import dev.tributary.generate.Generator.Form;
import dev.tributary.spec.Specs;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.managed.Managed;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** What is generated does what the spec says. */
class GeneratedProgramsTest {
  private static final Schema KEYED =
      new Schema(
          List.of(
              Types.NestedField.required(1, "id", Types.LongType.get()),
              Types.NestedField.optional(2, "name", Types.StringType.get()),
              Types.NestedField.optional(3, "size", Types.IntegerType.get())),
          Set.of(1));

  @TempDir private Path folder;
  private String spec;

  @BeforeEach
  void writeTable() {
    WrittenTable table = WrittenTable.create(folder, 3, KEYED, PartitionSpec.unpartitioned());
    DataFile file = table.append(WrittenTable.row(1, "a", 1), WrittenTable.row(2, "b", 2));
    table.overwrite(file, WrittenTable.row(1, "A", 1), WrittenTable.row(3, "c", 3));
    table.table().manageSnapshots().createBranch("side").commit();
    table.append(WrittenTable.row(9, "not on the branch", 9));
    String catalog = "{type: hadoop, warehouse: \"" + folder.toUri() + "\"}";
    spec =
        """
        tributary: 1
        source:
          format: iceberg
          table: shop.orders
          catalog_properties: %s
          branch: side
          path_rewrites: [{from: "s3://nowhere/", to: "file:///nowhere/"}]
        target:
          table: lake.orders
          catalog_properties: %s
          equality_columns: [id]
        mapping:
          - {source: name, target: title}
          - {source: size, type: long}
        initial_load: none
        """
            .formatted(catalog, catalog);
  }

  private String generate(Form form) {
    return Generator.generate(Specs.parse(spec, "x.yaml"), form, "x.yaml");
  }

  private void assertMigrated() throws IOException {
    var table =
        Catalogs.open(
                Optional.empty(),
                Map.of("type", "hadoop", "warehouse", folder.toUri().toString()),
                Map.of())
            .loadTable(TableIdentifier.of("lake", "orders"));
    assertThat(table.schema().findField("size").type()).isEqualTo(Types.LongType.get());
    List<String> rows = new ArrayList<>();
    try (CloseableIterable<Record> records = IcebergGenerics.read(table).build()) {
      records.forEach(row -> rows.add(row.getField("id") + "," + row.getField("title")));
    }
    assertThat(rows).containsExactlyInAnyOrder("1,A", "3,c");
  }

  @Test
  void theProgramRuns() throws Exception {
    String name = "IcebergBatchCdcToLakehouse";
    String program = generate(Form.JAVA);
    StringWriter log = new StringWriter();
    boolean compiled =
        ToolProvider.getSystemJavaCompiler()
            .getTask(
                log,
                null,
                null,
                List.of(
                    "-proc:none",
                    "-d",
                    folder.toString(),
                    "-cp",
                    System.getProperty("java.class.path")),
                null,
                List.of(new Source(name, program)))
            .call();
    assertThat(compiled).as("%s%n%s", log, program).isTrue();
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {folder.toUri().toURL()}, getClass().getClassLoader())) {
      loader.loadClass(name).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
    }
    assertMigrated();
  }

  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String name, String text) {
      super(URI.create("string:///" + name + ".java"), JavaFileObject.Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  @Test
  void theConfigsAreTakenByManaged() throws IOException {
    Map<?, ?> document =
        new Yaml(new SafeConstructor(new LoaderOptions())).load(generate(Form.YAML));
    List<?> transforms = (List<?>) ((Map<?, ?>) document.get("pipeline")).get("transforms");
    Pipeline pipeline = Pipeline.create(PipelineOptionsFactory.create());
    pipeline
        .apply(Managed.read(Managed.ICEBERG_CDC).withConfig(config(transforms.get(0))))
        .getSinglePCollection()
        .apply(Managed.write(Managed.ICEBERG).withConfig(config(transforms.get(1))));
    pipeline.run().waitUntilFinish();
    assertMigrated();
  }

  private static Map<String, Object> config(Object transform) {
    Map<String, Object> config = new HashMap<>();
    ((Map<?, ?>) ((Map<?, ?>) transform).get("config"))
        .forEach((key, value) -> config.put((String) key, value));
    return config;
  }
}
