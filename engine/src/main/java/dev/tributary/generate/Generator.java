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

import dev.tributary.spec.MigrationSpec;

/** Generates the equivalents of a spec. */
public final class Generator {
  private Generator() {}

  /** What can be generated. */
  public enum Form {
    /** A program on Managed I/O. */
    JAVA,
    /** A pipeline in Beam's YAML, with the Managed I/O configs. */
    YAML,
    /** The command that runs the migration. */
    COMMAND,
    /** Queries that check the target. */
    SQL
  }

  /**
   * The text of one form. Secrets stay references to the environment; one that stands in the spec
   * itself becomes such a reference.
   *
   * @param specFile the spec's file name as the command should name it
   */
  public static String generate(MigrationSpec spec, Form form, String specFile) {
    return switch (form) {
      case JAVA -> new JavaProgram(spec).text();
      case YAML -> new YamlPipeline(spec).text();
      case COMMAND -> new LaunchCommand(spec, specFile).text();
      case SQL -> new CheckQueries(spec).text();
    };
  }
}
