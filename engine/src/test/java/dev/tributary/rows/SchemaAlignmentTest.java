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
package dev.tributary.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.types.Types.NestedField;
import org.junit.jupiter.api.Test;

class SchemaAlignmentTest {

  @Test
  void fieldsAreFoundByIdWidenedAndMissingOnesAreNull() {
    Types.StructType oldPlace =
        Types.StructType.of(NestedField.optional(5, "zip", Types.IntegerType.get()));
    Schema earlier =
        new Schema(
            NestedField.optional(1, "id", Types.IntegerType.get()),
            NestedField.optional(2, "gone", Types.StringType.get()),
            NestedField.optional(3, "name", Types.StringType.get()),
            NestedField.optional(4, "place", oldPlace),
            NestedField.optional(6, "scores", Types.ListType.ofOptional(7, Types.FloatType.get())));
    Schema later =
        new Schema(
            NestedField.optional(3, "full_name", Types.StringType.get()),
            NestedField.optional(1, "id", Types.LongType.get()),
            NestedField.optional(
                4,
                "place",
                Types.StructType.of(
                    NestedField.optional(9, "city", Types.StringType.get()),
                    NestedField.optional(5, "zip", Types.LongType.get()))),
            NestedField.optional(6, "scores", Types.ListType.ofOptional(7, Types.DoubleType.get())),
            NestedField.optional(10, "added", Types.StringType.get()));
    Record place = GenericRecord.create(oldPlace).copy(Map.of("zip", 8000));
    Record row =
        GenericRecord.create(earlier)
            .copy(
                Map.of(
                    "id", 7, "gone", "x", "name", "Ada", "place", place, "scores", List.of(1.5f)));

    Record aligned = new SchemaAlignment(earlier, later).align(row);

    assertThat(aligned.getField("full_name")).isEqualTo("Ada");
    assertThat(aligned.getField("id")).isEqualTo(7L);
    assertThat(((Record) aligned.getField("place")).getField("zip")).isEqualTo(8000L);
    assertThat(((Record) aligned.getField("place")).getField("city")).isNull();
    assertThat(aligned.getField("scores")).isEqualTo(List.of(1.5));
    assertThat(aligned.getField("added")).isNull();
  }
}
