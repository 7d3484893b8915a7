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

import dev.tributary.errors.SpecException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;

/** Reads and writes spec files. */
public final class Specs {
  private static final Function<String, Optional<String>> ENVIRONMENT =
      name -> Optional.ofNullable(System.getenv(name));

  private Specs() {}

  /**
   * Reads a spec file and puts the environment's values in the place of {@code ${NAME}}.
   *
   * @throws SpecException when it cannot be read, or is not a valid spec; the message names file,
   *     line, key, value and what is allowed
   */
  public static MigrationSpec read(Path file) {
    try {
      return parse(Files.readString(file, StandardCharsets.UTF_8), file.toString());
    } catch (NoSuchFileException e) {
      throw new SpecException(
          String.format("Cannot read the spec %s: there is no such file.", file), e);
    } catch (CharacterCodingException e) {
      throw new SpecException(
          String.format("Cannot read the spec %s: it is not UTF-8 text; save it as UTF-8.", file),
          e);
    } catch (IOException e) {
      String why =
          Files.isDirectory(file) ? "it is a folder, name the spec file in it" : e.getMessage();
      throw new SpecException(String.format("Cannot read the spec %s: %s.", file, why), e);
    }
  }

  /**
   * Parses the text of a spec file.
   *
   * @param fileName what errors call it; names the migration if the text does not
   * @throws SpecException as {@link #read}
   */
  public static MigrationSpec parse(String yaml, String fileName) {
    return parse(yaml, fileName, ENVIRONMENT);
  }

  /** As {@link #parse(String, String)}, with an environment of the caller's. */
  static MigrationSpec parse(
      String yaml, String fileName, Function<String, Optional<String>> environment) {
    return new SpecReader(fileName, environment).read(yaml);
  }

  /**
   * The text of a spec file that reads as this spec; values that came from the environment are
   * written as references. Keys that have their default value are left out.
   */
  public static String write(MigrationSpec spec) {
    return new SpecWriter(spec).write();
  }

  /**
   * The spec with {@code ${NAME}} in the place of texts from the environment: the form to show and
   * edit. Numbers, times and choices from the environment stay as they are.
   */
  public static MigrationSpec asWritten(MigrationSpec spec) {
    return spec.references().place() == References.Place.IN_VALUES
        ? spec
        : new ReferenceForm(spec).spec();
  }

  /**
   * The opposite of {@link #asWritten}: puts the environment's values in the place of {@code
   * ${NAME}}, and checks the spec as {@link #parse} does. A spec that was read is returned as it
   * is.
   *
   * @throws SpecException when a variable is not set, or the spec is not valid; lines are those of
   *     the file that {@link #write} would make
   */
  public static MigrationSpec resolve(MigrationSpec spec) {
    return spec.references().place() == References.Place.BESIDE_VALUES
        ? spec
        : parse(write(spec), spec.name());
  }

  /** JSON Schema of the spec file. */
  public static String jsonSchema() {
    return SpecSchema.schema().toPrettyString();
  }
}
