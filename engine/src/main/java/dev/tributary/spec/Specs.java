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

import java.nio.file.Path;

/** Reads and writes spec files. */
public final class Specs {
  private Specs() {}

  /**
   * Reads a spec file and puts the environment's values in the place of {@code ${NAME}}.
   *
   * @throws dev.tributary.errors.SpecException when it cannot be read, or is not a valid spec; the
   *     message names file, line, key, value and what is allowed
   */
  public static MigrationSpec read(Path file) {
    throw new UnsupportedOperationException("Not wired yet");
  }

  /**
   * Parses the text of a spec file.
   *
   * @param fileName what errors call it
   * @throws dev.tributary.errors.SpecException as {@link #read}
   */
  public static MigrationSpec parse(String yaml, String fileName) {
    throw new UnsupportedOperationException("Not wired yet");
  }

  /**
   * The text of a spec file that reads as this spec; values that came from the environment are
   * written as references. Keys that have their default value are left out.
   */
  public static String write(MigrationSpec spec) {
    throw new UnsupportedOperationException("Not wired yet");
  }

  /**
   * The spec with {@code ${NAME}} in the place of values from the environment: the form to show and
   * edit.
   */
  public static MigrationSpec asWritten(MigrationSpec spec) {
    throw new UnsupportedOperationException("Not wired yet");
  }

  /**
   * The opposite of {@link #asWritten}: puts the environment's values in the place of {@code
   * ${NAME}}, and checks the spec as {@link #parse} does.
   *
   * @throws dev.tributary.errors.SpecException when a variable is not set, or the spec is not valid
   */
  public static MigrationSpec resolve(MigrationSpec asWritten) {
    throw new UnsupportedOperationException("Not wired yet");
  }

  /** JSON Schema of the spec file. */
  public static String jsonSchema() {
    throw new UnsupportedOperationException("Not wired yet");
  }
}
