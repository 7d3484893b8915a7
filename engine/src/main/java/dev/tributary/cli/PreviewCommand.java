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
package dev.tributary.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tributary.changes.ChangeKind;
import dev.tributary.preview.Preview;
import dev.tributary.preview.Preview.View;
import dev.tributary.preview.Previews;
import dev.tributary.rows.JsonValues;
import dev.tributary.spec.Capabilities;
import dev.tributary.spec.MigrationSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.iceberg.types.Types;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows change rows. */
@Command(
    name = "preview",
    description = "Shows the change rows of the range without touching the target.")
final class PreviewCommand extends SpecCommand {
  @Parameters(paramLabel = "SPEC", description = "The spec file.")
  private Path spec;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "100",
      description = "Most rows to show (${DEFAULT-VALUE}).")
  private int limit;

  @Option(names = "--net", description = "Show the last state of each key only.")
  private boolean net;

  @Spec private CommandSpec command;

  PreviewCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() {
    if (limit < 1) {
      throw new CommandLine.ParameterException(
          command.commandLine(), "--limit has the value " + limit + "; it must be at least 1");
    }
    MigrationSpec migration = read(spec);
    Capabilities.requireRunnable(withoutMetadata(migration));
    Preview preview = net ? lastStates(migration) : Previews.read(migration, View.RAW, limit);
    if (json()) {
      console().document(Documents.preview(preview));
    } else {
      show(preview);
    }
    return Tributary.SUCCESS;
  }

  /** A preview shows of metadata columns also those that the target would not store. */
  private static MigrationSpec withoutMetadata(MigrationSpec migration) {
    return migration.toBuilder()
        .source(migration.source().toBuilder().metadataColumns(List.of()).build())
        .build();
  }

  private Preview lastStates(MigrationSpec migration) {
    // An update is two rows of the net view, of which one is shown.
    int images = (int) Math.min(Integer.MAX_VALUE, 2L * limit);
    return Previews.read(migration, View.NET, images).withoutBeforeImages(limit);
  }

  private void show(Preview preview) {
    List<String> titles = new ArrayList<>(List.of("change", "commit", "time (UTC)"));
    preview.schema().columns().stream().map(Types.NestedField::name).forEach(titles::add);
    TextTable table = new TextTable(titles.toArray(String[]::new));
    for (Preview.Row row : preview.rows()) {
      List<Object> cells =
          new ArrayList<>(
              List.of(row.kind().name(), row.commitId(), TextTable.time(row.timestamp())));
      JsonNode values = JsonValues.object(preview.schema().asStruct(), row.values());
      for (JsonNode value : values) {
        cells.add(
            value.isNull() ? "null" : value.isValueNode() ? value.asText() : value.toString());
      }
      table.row(cells.toArray());
    }
    console().text(table.toString());
    String counts =
        preview.counts().map(PreviewCommand::describe).orElse("the whole range was not counted");
    console()
        .text(
            (preview.truncated() ? "First " + preview.rows().size() + " rows; " : "")
                + counts
                + ".");
  }

  private static String describe(Map<ChangeKind, Long> counts) {
    return counts.entrySet().stream()
        .map(entry -> entry.getValue() + " " + entry.getKey())
        .collect(Collectors.joining(", "));
  }
}
