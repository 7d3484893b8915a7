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

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.tributary.run.Cancellation;
import dev.tributary.run.MigrationRun;
import dev.tributary.run.RunResult;
import dev.tributary.run.RunResult.Status;
import dev.tributary.sample.Samples;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.verify.Verification;
import dev.tributary.verify.Verifier;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes the sample, and shows on request that it migrates. */
@Command(
    name = "sample",
    description = "Writes sample source tables and their specs into a folder.")
final class SampleCommand extends SpecCommand {
  private final Cancellation cancellation;

  @Parameters(paramLabel = "DIR", description = "The folder; it is created when missing.")
  private Path directory;

  @Option(names = "--run", description = "Migrate and verify all of them.")
  private boolean run;

  SampleCommand(Console console, Cancellation cancellation) {
    super(console);
    this.cancellation = cancellation;
  }

  @Override
  public Integer call() {
    List<Path> specs = Samples.write(directory);
    if (run) {
      return runAll(specs);
    }
    if (json()) {
      ArrayNode documents = JsonNodeFactory.instance.arrayNode();
      specs.forEach(spec -> documents.addObject().put("spec", spec.toString()));
      console().document(documents);
    } else {
      specs.forEach(spec -> console().text(spec.toString()));
    }
    return Tributary.SUCCESS;
  }

  private int runAll(List<Path> specs) {
    TextTable table =
        new TextTable(
            "migration",
            "run",
            "loaded",
            "inserted",
            "updated",
            "deleted",
            "source rows",
            "target rows",
            "verified");
    ArrayNode documents = JsonNodeFactory.instance.arrayNode();
    int exitCode = Tributary.SUCCESS;
    for (Path file : specs) {
      MigrationSpec spec = read(file);
      console().note("Migrating " + spec.name() + " …");
      RunResult result = MigrationRun.run(spec, event -> {}, cancellation);
      boolean ran = result.status() == Status.SUCCEEDED || result.status() == Status.NOTHING_TO_DO;
      if (!ran) {
        result.error().ifPresent(error -> console().note("error: " + error));
        documents.add(Documents.sample(file, result, null));
        table.row(spec.name(), Documents.word(result.status()), "", "", "", "", "", "", "no");
        exitCode = result.status() == Status.CANCELLED ? Tributary.CANCELLED : Tributary.FAILED;
        break;
      }
      Verification verification = Verifier.verify(spec, rows -> {});
      exitCode = verification.match() ? exitCode : Tributary.MISMATCH;
      documents.add(Documents.sample(file, result, verification));
      table.row(
          spec.name(),
          Documents.word(result.status()),
          result.initialLoad().map(RunResult.InitialLoadResult::rows).orElse(0L),
          text(result.rows().inserted()),
          text(result.rows().updated()),
          text(result.rows().deleted()),
          verification.sourceRows(),
          verification.targetRows(),
          verification.match() ? "equal" : "DIFFERENT");
    }
    if (json()) {
      console().document(documents);
    } else {
      console().text(table.toString());
      console().text(closing(exitCode));
    }
    return exitCode;
  }

  private String closing(int exitCode) {
    return exitCode == Tributary.SUCCESS
        ? "All targets equal their sources. Open the app with: tributary gui"
        : "Not all targets equal their sources; see above.";
  }

  private static String text(OptionalLong count) {
    return count.isPresent() ? Long.toString(count.getAsLong()) : "unknown";
  }
}
