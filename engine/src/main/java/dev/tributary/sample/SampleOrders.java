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

import java.math.BigDecimal;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;

/**
 * A shop's orders: placed, paid and shipped over some weeks, with cancelled ones deleted, and a
 * compaction in the middle. The same rows at every call.
 */
final class SampleOrders {
  static final Schema SCHEMA =
      new Schema(
          List.of(
              Types.NestedField.required(1, "order_id", Types.LongType.get()),
              Types.NestedField.required(2, "customer_id", Types.IntegerType.get()),
              Types.NestedField.required(3, "status", Types.StringType.get()),
              Types.NestedField.required(4, "total", Types.DecimalType.of(10, 2)),
              Types.NestedField.required(5, "ordered_at", Types.TimestampType.withZone()),
              Types.NestedField.optional(6, "note", Types.StringType.get())),
          Set.of(1));

  private static final long SEED = 20260301;
  private static final OffsetDateTime OPENING =
      Instant.parse("2026-03-01T08:00:00Z").atOffset(ZoneOffset.UTC);
  private static final String[] NOTES = {"gift wrap", "leave at the door", "call before delivery"};

  private final Random random = new Random(SEED);
  private long lastId = 100_000;
  private OffsetDateTime clock = OPENING;

  /** Writes the whole history into a table of {@link #SCHEMA} without rows. */
  static void write(Table table) {
    new SampleOrders().write(new SampleHistory(table, "order_id"));
  }

  private void write(SampleHistory history) {
    history.append(placed(1_200));
    history.append(placed(800));
    history.change(advanced(picked(history.rows(), 260)), List.of());
    history.change(List.of(), ids(picked(history.rows(), 45)));
    history.append(placed(600));
    history.change(advanced(picked(history.rows(), 300)), List.of());
    history.compact();
    List<Record> touched = picked(history.rows(), 175);
    List<Record> merged = new ArrayList<>(advanced(touched.subList(0, 150)));
    merged.addAll(placed(200));
    history.change(merged, ids(touched.subList(150, 175)));
    history.change(List.of(), ids(picked(history.rows(), 15)));
  }

  private List<Record> placed(int count) {
    List<Record> orders = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      clock = clock.plusSeconds(30 + random.nextInt(1_500));
      Record order = GenericRecord.create(SCHEMA);
      order.setField("order_id", ++lastId);
      order.setField("customer_id", 1 + random.nextInt(SampleCustomers.FIRST_CUSTOMERS));
      order.setField("status", "placed");
      order.setField("total", BigDecimal.valueOf(500 + random.nextInt(40_000), 2));
      order.setField("ordered_at", clock);
      order.setField("note", random.nextInt(8) == 0 ? NOTES[random.nextInt(NOTES.length)] : null);
      orders.add(order);
    }
    return orders;
  }

  private static List<Record> advanced(List<Record> orders) {
    return orders.stream()
        .map(
            order -> {
              Record next = order.copy();
              next.setField(
                  "status", order.getField("status").equals("placed") ? "paid" : "shipped");
              return next;
            })
        .toList();
  }

  private static List<Object> ids(List<Record> orders) {
    return orders.stream().map(order -> order.getField("order_id")).toList();
  }

  private List<Record> picked(List<Record> orders, int count) {
    List<Record> picked = new ArrayList<>(orders);
    Collections.shuffle(picked, random);
    return picked.subList(0, count);
  }
}
