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
package dev.tributary.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tributary.errors.TargetException;
import dev.tributary.spec.TargetSpec;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableDefinitionTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "name", Types.StringType.get()),
          Types.NestedField.optional(3, "ts", Types.TimestampType.withZone()));

  private static TableDefinition define(UnaryOperator<TargetSpec.Builder> options) {
    return TableDefinition.of(options.apply(TargetSpec.builder("lake.t")).build(), SCHEMA);
  }

  @ParameterizedTest
  @CsvSource({
    "name, identity",
    "'bucket(id, 16)', bucket[16]",
    "'truncate(name, 4)', truncate[4]",
    "year(ts), year",
    "month(ts), month",
    "day(ts), day",
    "Hour( ts ), hour",
    "void(name), void"
  })
  void partitionFieldsHaveAllEightTransforms(String field, String transform) {
    TableDefinition definition = define(builder -> builder.partitionFields(List.of(field)));

    assertThat(definition.partitioning().fields()).hasSize(1);
    assertThat(definition.partitioning().fields().get(0).transform()).hasToString(transform);
  }

  @ParameterizedTest
  @CsvSource({
    "name, identity(2) ASC NULLS FIRST",
    "name desc, identity(2) DESC NULLS LAST",
    "name ASC nulls last, identity(2) ASC NULLS LAST",
    "'bucket(id, 4) desc nulls first', bucket[4](1) DESC NULLS FIRST"
  })
  void sortFieldsHaveDirectionAndNullOrder(String field, String order) {
    assertThat(define(builder -> builder.sortFields(List.of(field))).sortOrder().fields().get(0))
        .hasToString(order);
  }

  @ParameterizedTest
  @CsvSource({
    "nothing, nothing",
    "'bucket(id)', whole number",
    "day(name), day",
    "'median(id)', median",
    "'bucket(id', bucket(column"
  })
  void whatIsNotAPartitionFieldIsRefusedWithWhatIsAllowed(String field, String reason) {
    assertThatThrownBy(() -> define(builder -> builder.partitionFields(List.of(field))))
        .isInstanceOf(TargetException.class)
        .hasMessageContaining(field)
        .hasMessageContaining(reason)
        .hasMessageContaining("Allowed are");
  }

  @Test
  void newTablesAreMergeOnReadOfVersionTwoUnlessTheSpecSaysOtherwise() {
    assertThat(define(builder -> builder).properties())
        .containsEntry("format-version", "2")
        .containsEntry("write.delete.mode", "merge-on-read")
        .containsEntry("write.update.mode", "merge-on-read")
        .containsEntry("write.merge.mode", "merge-on-read");
    assertThat(
            define(builder -> builder.tableProperties(Map.of("format-version", "3")))
                .formatVersion())
        .isEqualTo(3);
  }

  @Test
  void aFormatWithoutRowDeletesIsRefused() {
    assertThatThrownBy(
            () -> define(builder -> builder.tableProperties(Map.of("format-version", "1"))))
        .isInstanceOf(TargetException.class)
        .hasMessageContaining("'1'")
        .hasMessageContaining("position deletes");
  }
}
