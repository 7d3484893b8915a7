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
package dev.tributary.mapping;

import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.apache.iceberg.types.Types.NestedField.required;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.tributary.errors.MappingException;
import dev.tributary.spec.ColumnMapping;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.SourceSpec;
import dev.tributary.spec.SourceSpec.SourceFormat;
import dev.tributary.spec.TargetSpec;
import dev.tributary.spec.TargetSpec.NullKeys;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RowMappingTest {
  private static final Types.StructType CUSTOMER =
      Types.StructType.of(
          required(11, "name", Types.StringType.get()),
          optional(12, "age", Types.IntegerType.get()));

  private static final Schema SOURCE =
      new Schema(
          optional(7, "id", Types.LongType.get()),
          optional(3, "status", Types.StringType.get()),
          optional(5, "customer", CUSTOMER),
          optional(9, "tags", Types.ListType.ofOptional(10, Types.StringType.get())),
          optional(4, "amount", Types.DecimalType.of(9, 2)));

  @Test
  void unlistedColumnsKeepNameTypeAndOrderUnderFreshIds() {
    RowMapping mapping = plan(SOURCE, source -> source, target -> target);

    assertThat(mapping.targetSchema().columns())
        .extracting(Types.NestedField::name)
        .containsExactly("id", "status", "customer", "tags", "amount");
    assertThat(mapping.targetSchema().findField("id").fieldId()).isEqualTo(1);
    assertThat(mapping.targetSchema().findField("customer.age").type())
        .isEqualTo(Types.IntegerType.get());
    assertThat(mapping.sourceColumns())
        .containsExactly("id", "status", "customer", "tags", "amount");
  }

  @Test
  void equalityColumnsBecomeRequiredIdentifierFields() {
    RowMapping mapping = plan(SOURCE, source -> source, target -> target);

    assertThat(mapping.targetSchema().identifierFieldNames()).containsExactly("id");
    assertThat(mapping.targetSchema().findField("id").isRequired()).isTrue();
    assertThat(mapping.targetSchema().findField("status").isOptional()).isTrue();
    assertThat(mapping.columns().get(0))
        .isEqualTo(
            new MappedColumn("id", Types.LongType.get(), "id", Types.LongType.get(), true, true));
  }

  @Test
  void matchingNullKeysLeaveThemOptionalWithoutIdentifierFields() {
    RowMapping mapping = plan(SOURCE, source -> source, target -> target.nullKeys(NullKeys.MATCH));

    assertThat(mapping.targetSchema().identifierFieldIds()).isEmpty();
    assertThat(mapping.targetSchema().findField("id").isOptional()).isTrue();
    assertThat(mapping.equalityColumns()).containsExactly("id");
  }

  @Test
  void mappingRenamesTakesOutNestedFieldsAndCasts() {
    RowMapping mapping =
        plan(
            SOURCE,
            source -> source.drop(List.of("customer", "tags")),
            target -> target.equalityColumns(List.of("key")),
            new ColumnMapping("id", "key", Optional.empty()),
            new ColumnMapping("customer.name", "customer_name", Optional.of("string")),
            new ColumnMapping("customer.age", "age", Optional.of("long")));

    Record mapped = mapping.map(row(7L, "new", customer("Ann", 30), null, "1.50"));

    assertThat(mapping.targetSchema().columns())
        .extracting(Types.NestedField::name)
        .containsExactly("key", "status", "customer_name", "age", "amount");
    assertThat(values(mapped)).containsExactly(7L, "new", "Ann", 30L, new BigDecimal("1.50"));
    assertThat(mapping.sourceColumns())
        .containsExactly("id", "status", "customer.name", "customer.age", "amount");
    assertThat(mapping.targetSchema().findField("customer_name").isOptional())
        .as("a required field of an optional struct may be absent")
        .isTrue();
  }

  @Test
  void fieldsOfAbsentStructsAreNull() {
    RowMapping mapping =
        plan(
            SOURCE,
            source -> source.keep(List.of("id", "customer.name")),
            target -> target,
            new ColumnMapping("customer.name", "customer_name", Optional.empty()));

    Record mapped = mapping.map(row(7L, "new", null, null, null));

    assertThat(values(mapped)).containsExactly(7L, null);
  }

  @Test
  void keptNestedFieldsStayInTheirStruct() {
    RowMapping mapping =
        plan(SOURCE, source -> source.keep(List.of("id", "customer.age")), target -> target);

    Record mapped = mapping.map(row(7L, "new", customer("Ann", 30), null, null));

    assertThat(mapping.targetSchema().findField("customer.name")).isNull();
    assertThat(((Record) mapped.getField("customer")).getField("age")).isEqualTo(30);
    assertThat(((Record) mapped.getField("customer")).size()).isEqualTo(1);
    assertThat(mapping.sourceColumns()).containsExactly("id", "customer.age");
  }

  @Test
  void droppingEveryFieldOfAStructDropsIt() {
    RowMapping mapping =
        plan(
            SOURCE,
            source -> source.drop(List.of("customer.age", "customer.name", "tags")),
            target -> target);

    assertThat(mapping.targetSchema().columns())
        .extracting(Types.NestedField::name)
        .containsExactly("id", "status", "amount");
  }

  @Test
  void rowsOfAProjectedSchemaMapLikeWholeOnes() {
    RowMapping mapping =
        plan(SOURCE, source -> source.keep(List.of("amount", "id")), target -> target);
    Record projected =
        GenericRecord.create(
            new Schema(
                optional(4, "amount", Types.DecimalType.of(9, 2)),
                optional(7, "id", Types.LongType.get())));
    projected.setField("amount", new BigDecimal("2.00"));
    projected.setField("id", 5L);

    assertThat(values(mapping.map(projected))).containsExactly(5L, new BigDecimal("2.00"));
    assertThat(values(mapping.map(row(6L, "x", null, null, "3.00"))))
        .containsExactly(6L, new BigDecimal("3.00"));
  }

  @Test
  void survivesSerialization() throws IOException, ClassNotFoundException {
    RowMapping mapping = plan(SOURCE, source -> source, target -> target);
    mapping.map(row(1L, "a", null, null, null));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(mapping);
    }

    RowMapping copy;
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      copy = (RowMapping) in.readObject();
    }

    Record row = row(2L, "b", customer("Bo", null), List.of("t"), "1.00");
    assertThat(values(copy.map(row))).isEqualTo(values(mapping.map(row)));
    assertThat(copy.targetSchema().sameSchema(mapping.targetSchema())).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "int | long",
        "float | double",
        "decimal(9,2) | decimal(12,2)",
        "date | timestamp",
        "date | timestamp_ns",
        "int | string",
        "timestamptz | string",
        "binary | string",
        "uuid | string"
      })
  void castsThatLoseNothingAreMade(String from, String to) {
    Schema source = column(from);

    assertThat(cast(source, to).targetSchema().findField("v").type())
        .isEqualTo(Types.fromPrimitiveString(to));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "long | int",
        "double | float",
        "int | double",
        "decimal(9,2) | decimal(8,2)",
        "decimal(9,2) | decimal(12,3)",
        "string | int",
        "timestamp | timestamptz",
        "timestamp | date",
        "string | binary"
      })
  void castsThatCouldLoseSomethingAreRefused(String from, String to) {
    assertThatThrownBy(() -> cast(column(from), to))
        .isInstanceOf(MappingException.class)
        .hasMessageContaining("'v'")
        .hasMessageContaining("without loss");
  }

  @Test
  void castValuesAreExact() {
    assertThat(castValue("int", "long", 5)).isEqualTo(5L);
    assertThat(castValue("float", "double", 1.5f)).isEqualTo(1.5d);
    assertThat(castValue("date", "timestamp", LocalDate.of(1582, 10, 4)))
        .isEqualTo(LocalDateTime.of(1582, 10, 4, 0, 0));
    assertThat(castValue("decimal(9,2)", "decimal(12,2)", new BigDecimal("1.20")))
        .isEqualTo(new BigDecimal("1.20"));
    assertThat(castValue("decimal(9,2)", "string", new BigDecimal("1.20"))).isEqualTo("1.20");
    assertThat(
            castValue("timestamptz", "string", OffsetDateTime.parse("2024-01-31T10:00:00+02:00")))
        .isEqualTo("2024-01-31T08:00:00.000000Z");
    assertThat(castValue("binary", "string", ByteBuffer.wrap(new byte[] {1, 2}))).isEqualTo("AQI=");
    assertThat(castValue("double", "string", Double.NaN)).isEqualTo("NaN");
    assertThat(castValue("boolean", "string", true)).isEqualTo("true");
    assertThat(castValue("long", "string", null)).isNull();
  }

  @Test
  void nestedValuesBecomeJsonText() {
    RowMapping mapping =
        plan(
            SOURCE,
            source -> source.keep(List.of("id", "customer", "tags")),
            target -> target,
            new ColumnMapping("customer", "customer", Optional.of("string")),
            new ColumnMapping("tags", "tags", Optional.of("string")));

    Record mapped = mapping.map(row(1L, null, customer("Ann", null), List.of("a", "b"), null));

    assertThat(mapped.getField("customer")).isEqualTo("{\"name\":\"Ann\",\"age\":null}");
    assertThat(mapped.getField("tags")).isEqualTo("[\"a\",\"b\"]");
  }

  @Test
  void unknownColumnsAreRefusedWithWhatIsThere() {
    assertThatThrownBy(() -> plan(SOURCE, source -> source.keep(List.of("id", "statsu")), t -> t))
        .isInstanceOf(MappingException.class)
        .hasMessageContaining("keep names the column 'statsu'")
        .hasMessageContaining("did you mean 'status'?");
    assertThatThrownBy(() -> plan(SOURCE, source -> source.drop(List.of("nope")), t -> t))
        .hasMessageContaining("drop names the column 'nope'");
    assertThatThrownBy(
            () ->
                plan(
                    SOURCE,
                    source -> source,
                    target -> target,
                    new ColumnMapping("customer.nam", "n", Optional.empty())))
        .hasMessageContaining("did you mean 'customer.name'?");
  }

  @Test
  void contradictionsOfKeepDropAndMappingAreRefused() {
    ColumnMapping status = new ColumnMapping("status", "s", Optional.empty());

    assertThatThrownBy(() -> plan(SOURCE, s -> s.keep(List.of("id")), t -> t, status))
        .hasMessageContaining("mapped to 's' but not kept");
    assertThatThrownBy(() -> plan(SOURCE, s -> s.drop(List.of("status")), t -> t, status))
        .hasMessageContaining("both dropped and mapped to 's'");
  }

  @Test
  void targetNamesThatDifferOnlyByCaseAreRefused() {
    assertThatThrownBy(
            () ->
                plan(
                    SOURCE,
                    source -> source,
                    target -> target,
                    new ColumnMapping("status", "ID", Optional.empty())))
        .isInstanceOf(MappingException.class)
        .hasMessageContaining("'id' and 'status'")
        .hasMessageContaining("'id' and 'ID'");
  }

  @Test
  void unfitEqualityColumnsAreRefused() {
    assertThatThrownBy(() -> plan(SOURCE, s -> s, t -> t.equalityColumns(List.of("idd"))))
        .isInstanceOf(MappingException.class)
        .hasMessageContaining("Equality column 'idd' does not exist")
        .hasMessageContaining("did you mean 'id'?");
    assertThatThrownBy(() -> plan(SOURCE, s -> s, t -> t.equalityColumns(List.of("tags"))))
        .hasMessageContaining("Equality column 'tags' of type list");
    Schema price =
        new Schema(
            required(1, "id", Types.LongType.get()), required(2, "price", Types.DoubleType.get()));
    assertThatThrownBy(() -> plan(price, s -> s, t -> t.equalityColumns(List.of("id", "price"))))
        .hasMessageContaining("Equality column 'price' of type double")
        .hasMessageContaining("floating point");
  }

  @Test
  void nanosecondsNeedFormatVersion3() {
    Schema source =
        new Schema(
            required(1, "id", Types.LongType.get()),
            optional(2, "at", Types.TimestampNanoType.withZone()));
    RowMapping mapping = plan(source, s -> s, t -> t);

    mapping.requireFormat(3);
    assertThatThrownBy(() -> mapping.requireFormat(2))
        .isInstanceOf(MappingException.class)
        .hasMessageContaining("'at' of type timestamptz_ns needs a target of format version 3");
  }

  @Test
  void typesThatCannotBeCarriedAreRefused() {
    Schema source =
        new Schema(
            required(1, "id", Types.LongType.get()), optional(2, "doc", Types.VariantType.get()));

    assertThatThrownBy(() -> plan(source, s -> s, t -> t))
        .isInstanceOf(MappingException.class)
        .hasMessageContaining("'doc' has the type variant");
    assertThat(plan(source, s -> s.drop(List.of("doc")), t -> t).columns()).hasSize(1);
  }

  @Test
  void existingTargetsKeepTheirIdsAndOrder() {
    Schema existing =
        new Schema(
            List.of(
                optional(40, "status", Types.StringType.get()),
                required(20, "id", Types.LongType.get())),
            Set.of(20));
    RowMapping mapping =
        plan(
                SOURCE,
                source -> source.keep(List.of("id", "status")),
                target -> target.equalityColumns(List.of()))
            .onto(existing);

    assertThat(mapping.targetSchema()).isSameAs(existing);
    assertThat(mapping.equalityColumns()).containsExactly("id");
    assertThat(values(mapping.map(row(3L, "s", null, null, null)))).containsExactly("s", 3L);
  }

  @Test
  void widerColumnsOfAnExistingTargetAreFilledWithoutLoss() {
    Schema source =
        new Schema(
            required(1, "id", Types.IntegerType.get()),
            optional(2, "p", Types.StructType.of(optional(3, "x", Types.FloatType.get()))));
    Schema existing =
        new Schema(
            required(1, "id", Types.LongType.get()),
            optional(2, "p", Types.StructType.of(optional(3, "x", Types.DoubleType.get()))));
    Record row = GenericRecord.create(source);
    row.setField("id", 4);
    Record point = GenericRecord.create(source.findType("p").asStructType());
    point.setField("x", 0.5f);
    row.setField("p", point);

    Record mapped = plan(source, s -> s, t -> t).onto(existing).map(row);

    assertThat(mapped.getField("id")).isEqualTo(4L);
    assertThat(((Record) mapped.getField("p")).getField("x")).isEqualTo(0.5d);
  }

  @Test
  void differencesOfAnExistingTargetComeWithTheAlterStatements() {
    Schema existing =
        new Schema(
            required(1, "id", Types.IntegerType.get()),
            required(2, "status", Types.StringType.get()),
            optional(
                3, "customer", Types.StructType.of(required(4, "name", Types.StringType.get()))),
            optional(5, "old col", Types.StringType.get()),
            optional(6, "Amount", Types.DecimalType.of(9, 2)),
            optional(7, "tags", Types.StringType.get()));
    RowMapping mapping = plan(SOURCE, s -> s, t -> t.catalogName("lakehouse"));

    List<SchemaDifference> differences = mapping.differences(existing);

    assertThat(differences)
        .extracting(SchemaDifference::column, d -> d.alter().orElse(null))
        .containsExactlyInAnyOrder(
            tuple("id", "ALTER TABLE lakehouse.lake.orders ALTER COLUMN id TYPE bigint"),
            tuple("status", "ALTER TABLE lakehouse.lake.orders ALTER COLUMN status DROP NOT NULL"),
            tuple("customer.age", "ALTER TABLE lakehouse.lake.orders ADD COLUMN customer.age int"),
            tuple("old col", "ALTER TABLE lakehouse.lake.orders DROP COLUMN `old col`"),
            tuple("amount", "ALTER TABLE lakehouse.lake.orders RENAME COLUMN Amount TO amount"),
            tuple("tags", null));
    assertThatThrownBy(() -> mapping.onto(existing))
        .isInstanceOf(MappingException.class)
        .hasMessageContaining("lake.orders")
        .hasMessageContaining("column status allows no nulls there")
        .hasMessageContaining("ALTER COLUMN id TYPE bigint;");
  }

  @Test
  void nullableKeysFitARequiredKeyColumnUnlessNullsMatch() {
    Schema existing = new Schema(List.of(required(1, "id", Types.LongType.get())), Set.of(1));
    RowMapping rejecting = plan(SOURCE, s -> s.keep(List.of("id")), t -> t);
    RowMapping matching = plan(SOURCE, s -> s.keep(List.of("id")), t -> t.nullKeys(NullKeys.MATCH));

    assertThat(rejecting.differences(existing)).isEmpty();
    assertThat(matching.differences(existing))
        .extracting(SchemaDifference::alter)
        .containsExactly(Optional.of("ALTER TABLE lake.orders DROP IDENTIFIER FIELDS id"));
  }

  @Test
  void targetsOwnKeepAndDropApplyToTargetNames() {
    RowMapping mapping =
        plan(
            SOURCE,
            source -> source,
            target -> target.writeOptions(Map.of("keep", List.of("id", "state"))),
            new ColumnMapping("status", "state", Optional.empty()));

    assertThat(mapping.targetSchema().columns())
        .extracting(Types.NestedField::name)
        .containsExactly("id", "state");
    assertThatThrownBy(
            () -> plan(SOURCE, s -> s, t -> t.writeOptions(Map.of("drop", List.of("nope")))))
        .hasMessageContaining("target.drop names the column 'nope'");
  }

  private static Schema column(String type) {
    return new Schema(
        required(1, "id", Types.LongType.get()), optional(2, "v", Types.fromPrimitiveString(type)));
  }

  private static RowMapping cast(Schema source, String to) {
    return plan(source, s -> s, t -> t, new ColumnMapping("v", "v", Optional.of(to)));
  }

  private static Object castValue(String from, String to, Object value) {
    Schema source = column(from);
    Record row = GenericRecord.create(source);
    row.setField("id", 1L);
    row.setField("v", value);
    return cast(source, to).map(row).getField("v");
  }

  private static RowMapping plan(
      Schema source,
      UnaryOperator<SourceSpec.Builder> from,
      UnaryOperator<TargetSpec.Builder> to,
      ColumnMapping... mappings) {
    MigrationSpec spec =
        MigrationSpec.builder(
                "m",
                from.apply(SourceSpec.builder(SourceFormat.DELTA, "/data/orders")).build(),
                to.apply(TargetSpec.builder("lake.orders").equalityColumns(List.of("id"))).build())
            .mapping(List.of(mappings))
            .build();
    return RowMapping.plan(source, spec);
  }

  private static Record row(
      Long id, String status, Record customer, List<String> tags, String amount) {
    Record row = GenericRecord.create(SOURCE);
    row.setField("id", id);
    row.setField("status", status);
    row.setField("customer", customer);
    row.setField("tags", tags);
    row.setField("amount", amount == null ? null : new BigDecimal(amount));
    return row;
  }

  private static Record customer(String name, Integer age) {
    Record record = GenericRecord.create(CUSTOMER);
    record.setField("name", name);
    record.setField("age", age);
    return record;
  }

  private static List<Object> values(Record record) {
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < record.size(); i++) {
      values.add(record.get(i));
    }
    return values;
  }
}
