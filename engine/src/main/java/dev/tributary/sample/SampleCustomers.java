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
package dev.tributary.sample;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;

/**
 * A shop's customers, partitioned by country: they sign up, move abroad (into another partition),
 * change segment, and ask to be forgotten. The same rows at every call.
 */
final class SampleCustomers {
  static final Schema SCHEMA =
      new Schema(
          List.of(
              Types.NestedField.required(1, "customer_id", Types.IntegerType.get()),
              Types.NestedField.required(2, "name", Types.StringType.get()),
              Types.NestedField.optional(3, "email", Types.StringType.get()),
              Types.NestedField.required(4, "country", Types.StringType.get()),
              Types.NestedField.required(5, "segment", Types.StringType.get()),
              Types.NestedField.required(6, "since", Types.DateType.get())),
          Set.of(1));
  static final PartitionSpec PARTITIONS =
      PartitionSpec.builderFor(SCHEMA).identity("country").build();

  /** Customers of the first commit. */
  static final int FIRST_CUSTOMERS = 400;

  private static final long SEED = 20260302;
  private static final LocalDate FOUNDED = LocalDate.of(2021, 5, 1);
  private static final String[] COUNTRIES = {"DE", "FR", "IL", "KR", "US"};
  private static final String[] SEGMENTS = {"new", "regular", "gold"};
  private static final String[] FIRST_NAMES = {
    "Ada",
    "Chaim",
    "Dana",
    "Elif",
    "Ferdinand",
    "Grace",
    "Hana",
    "Ines",
    "Jun",
    "Katja",
    "Léa",
    "Minjun",
    "Noa",
    "Omar",
    "Priya",
    "Quentin",
    "Rivka",
    "Seo-yeon",
    "Tomás",
    "Yael"
  };
  private static final String[] LAST_NAMES = {
    "Amsalem", "Bauer", "Choi", "Dubois", "Eriksen", "Fischer", "García", "Haddad", "Ito", "Kim",
    "Levi", "Moreau", "Nguyen", "Okafor", "Park", "Rossi", "Silva", "Weiss", "Young", "Zhang"
  };

  private final Random random = new Random(SEED);
  private int lastId;

  /** Writes the whole history into a table of {@link #SCHEMA} without rows. */
  static void write(Table table) {
    new SampleCustomers().write(new SampleHistory(table, "customer_id"));
  }

  private void write(SampleHistory history) {
    history.append(signedUp(FIRST_CUSTOMERS));
    history.change(with("segment", SEGMENTS, picked(history.rows(), 60)), List.of());
    history.append(signedUp(150));
    history.change(with("country", COUNTRIES, picked(history.rows(), 40)), List.of());
    history.change(List.of(), forgotten(history.rows(), 12));
    List<Record> merged = with("segment", SEGMENTS, picked(history.rows(), 30));
    merged.addAll(signedUp(50));
    history.change(merged, List.of());
    history.change(List.of(), forgotten(history.rows(), 8));
  }

  private List<Record> signedUp(int count) {
    List<Record> customers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String first = FIRST_NAMES[random.nextInt(FIRST_NAMES.length)];
      String last = LAST_NAMES[random.nextInt(LAST_NAMES.length)];
      Record customer = GenericRecord.create(SCHEMA);
      customer.setField("customer_id", ++lastId);
      customer.setField("name", first + " " + last);
      customer.setField(
          "email",
          random.nextInt(10) == 0
              ? null
              : "customer" + lastId + "@" + last.toLowerCase(Locale.ROOT) + ".example");
      customer.setField("country", COUNTRIES[random.nextInt(COUNTRIES.length)]);
      customer.setField("segment", SEGMENTS[0]);
      customer.setField("since", FOUNDED.plusDays(lastId * 3L));
      customers.add(customer);
    }
    return customers;
  }

  private List<Record> with(String column, String[] values, List<Record> customers) {
    List<Record> changed = new ArrayList<>();
    for (Record customer : customers) {
      List<String> others = new ArrayList<>(List.of(values));
      others.remove((String) customer.getField(column));
      Record next = customer.copy();
      next.setField(column, others.get(random.nextInt(others.size())));
      changed.add(next);
    }
    return changed;
  }

  private List<Object> forgotten(List<Record> customers, int count) {
    return picked(customers, count).stream()
        .map(customer -> customer.getField("customer_id"))
        .toList();
  }

  private List<Record> picked(List<Record> customers, int count) {
    List<Record> picked = new ArrayList<>(customers);
    Collections.shuffle(picked, random);
    return picked.subList(0, count);
  }
}
