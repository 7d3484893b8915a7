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

import dev.tributary.preflight.Finding;
import dev.tributary.preflight.Preflight;
import dev.tributary.preflight.PreflightReport;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.Secrets;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Checks before a run. */
@Command(
    name = "preflight",
    description = "Checks everything that can be checked before a run; changes nothing.")
final class PreflightCommand extends SpecCommand {
  @Parameters(paramLabel = "SPEC", description = "The spec file.")
  private Path spec;

  PreflightCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() {
    MigrationSpec migration = read(spec);
    PreflightReport report =
        Preflight.check(
            migration,
            finding -> {
              if (!json()) {
                console().text(Secrets.redact(line(finding)));
              }
            });
    if (json()) {
      console().document(Documents.preflight(report));
    } else {
      console().text(report.ok() ? "Ready to run." : "Not ready: the errors above stop a run.");
    }
    return report.ok() ? Tributary.SUCCESS : Tributary.MISMATCH;
  }

  private static String line(Finding finding) {
    return String.format(
        "%-7s  %s: %s%s",
        finding.severity().name().toLowerCase(Locale.ROOT),
        finding.subject(),
        finding.message(),
        finding.fix().map(fix -> "\n         " + fix).orElse(""));
  }
}
