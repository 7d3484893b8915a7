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
package dev.tributary.preflight;

import java.util.List;

/** All findings, in the order in which the checks ran. */
public record PreflightReport(List<Finding> findings) {
  public PreflightReport {
    findings = List.copyOf(findings);
  }

  /** Whether no finding is an error. */
  public boolean ok() {
    return findings.stream().noneMatch(f -> f.severity() == Finding.Severity.ERROR);
  }
}
