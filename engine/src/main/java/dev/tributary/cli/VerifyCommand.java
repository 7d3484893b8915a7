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

import dev.tributary.rows.JsonValues;
import dev.tributary.spec.Capabilities;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.verify.Verification;
import dev.tributary.verify.Verifier;
import java.nio.file.Path;
import org.apache.iceberg.data.Record;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Compares target and source. */
@Command(
    name = "verify",
    description = "Compares the target with the source at the committed position.")
final class VerifyCommand extends SpecCommand {
  @Parameters(paramLabel = "SPEC", description = "The spec file.")
  private Path spec;

  VerifyCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() {
    MigrationSpec migration = read(spec);
    Capabilities.requireRunnable(migration);
    Verification verification = Verifier.verify(migration, rows -> {});
    if (json()) {
      console().document(Documents.verification(verification));
    } else {
      show(verification);
    }
    return verification.match() ? Tributary.SUCCESS : Tributary.MISMATCH;
  }

  private void show(Verification verification) {
    console()
        .text(
            String.format(
                "%s at source commit %s: %d rows in the source, %d in the target.",
                verification.match() ? "Match" : "Mismatch",
                verification.position().commitId(),
                verification.sourceRows(),
                verification.targetRows()));
    showTables(verification);
    if (verification.match()) {
      return;
    }
    console()
        .text(
            String.format(
                "%d missing, %d unexpected, %d different.",
                verification.missing(), verification.unexpected(), verification.different()));
    TextTable table = new TextTable("difference", "source", "target");
    for (Verification.Example example : verification.examples()) {
      table.row(
          Documents.word(example.kind()),
          example.source().map(row -> text(verification, row)).orElse(""),
          example.target().map(row -> text(verification, row)).orElse(""));
    }
    console().text(table.toString());
  }

  private void showTables(Verification verification) {
    if (verification.tables().isEmpty()) {
      return;
    }
    TextTable tables =
        new TextTable("table", "match", "source rows", "target rows", "source commit");
    for (Verification.OfTable table : verification.tables()) {
      tables.row(
          table.table(),
          table.verification().isEmpty() ? "no such table" : table.match() ? "yes" : "no",
          table.sourceRows(),
          table.verification().map(Verification::targetRows).orElse(0L),
          table.verification().map(it -> it.position().commitId()).orElse(""));
    }
    console().text(tables.toString());
  }

  private static String text(Verification verification, Record row) {
    return JsonValues.object(verification.schema().asStruct(), row).toString();
  }
}
