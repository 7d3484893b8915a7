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
package dev.tributary.app.verification;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.app.task.SameThreadTaskExecutor;
import dev.tributary.app.text.Texts;
import dev.tributary.history.Position;
import dev.tributary.verify.Verification;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;

class VerificationViewModelTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "name", Types.StringType.get()),
          Types.NestedField.optional(3, "city", Types.StringType.get()));

  private final VerificationViewModel model =
      new VerificationViewModel(
          Path.of("missing.tributary.yaml"),
          new SameThreadTaskExecutor(),
          new Texts(Locale.ENGLISH));

  @Test
  void equalTablesAreSaidToBeEqualWithTheirCount() {
    model.show(verification(true, List.of()));
    assertThat(model.verdict().get())
        .isEqualTo("Equal: all 10 rows of the target are those of the source at 57.");
    assertThat(model.match().get()).contains(true);
    assertThat(model.differences()).isEmpty();
  }

  @Test
  void differingCellsAreToldFromEqualOnes() {
    model.show(
        verification(
            false,
            List.of(
                new Verification.Example(
                    Verification.Kind.DIFFERENT,
                    Optional.of(row(7, "Ann", "Oslo")),
                    Optional.of(row(7, "Ann", null))),
                new Verification.Example(
                    Verification.Kind.MISSING,
                    Optional.of(row(8, "Bo", "Rome")),
                    Optional.empty()))));
    assertThat(model.match().get()).contains(false);
    assertThat(model.verdict().get()).startsWith("Not equal:");
    assertThat(model.columns()).as("beside the key").containsExactly("name", "city");
    DifferenceRow different = model.differences().get(0);
    assertThat(different.key()).isEqualTo("id=7");
    assertThat(different.differing(model.columns())).containsExactly("city");
    assertThat(model.differences().get(1).key()).isEqualTo("id=8");
    assertThat(model.differences().get(1).target()).isEmpty();
  }

  @Test
  void tablesThatCannotBeComparedAreNeitherEqualNorDifferent() {
    model.verify();
    assertThat(model.failure().get()).isPresent();
    assertThat(model.match().get()).isEmpty();
    assertThat(model.verdict().get()).isEmpty();
    assertThat(model.running().get()).isFalse();
  }

  private static Verification verification(boolean match, List<Verification.Example> examples) {
    return new Verification(
        match,
        10,
        10,
        0,
        0,
        examples.size(),
        examples,
        SCHEMA,
        List.of("id"),
        new Position("57", 4),
        0);
  }

  private static Record row(long id, String name, String city) {
    Record row = GenericRecord.create(SCHEMA);
    row.setField("id", id);
    row.setField("name", name);
    row.setField("city", city);
    return row;
  }
}
