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
package dev.tributary.interop.flink;

import java.util.List;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;
import org.apache.iceberg.flink.FlinkSchemaUtil;
import org.apache.iceberg.flink.TableLoader;
import org.apache.iceberg.flink.sink.FlinkSink;
import org.apache.iceberg.flink.source.FlinkSource;

/**
 * Applies a table of changes, which has the columns of the target and last a column {@code op} that
 * is {@code D} for a deleted row, to a target by its {@code id}, as Flink's Iceberg sink does with
 * {@code upsert}.
 */
public final class UpsertJob {
  private UpsertJob() {}

  /**
   * Runs the job in this JVM, on all processors.
   *
   * @param args folder of the table of changes, folder of the target
   */
  public static void main(String[] args) throws Exception {
    TableLoader changes = TableLoader.fromHadoopTable(args[0]);
    TableLoader target = TableLoader.fromHadoopTable(args[1]);
    StreamExecutionEnvironment flink =
        StreamExecutionEnvironment.createLocalEnvironment(
            Runtime.getRuntime().availableProcessors(), new Configuration());
    DataStream<RowData> rows =
        FlinkSource.forRowData().env(flink).tableLoader(changes).streaming(false).build();
    RowType type = columns(target);
    FlinkSink.forRowData(rows.map(new ToChange(type), InternalTypeInfo.of(type)))
        .tableLoader(target)
        .equalityFieldColumns(List.of("id"))
        .upsert(true)
        .append();
    flink.execute("upsert");
  }

  private static RowType columns(TableLoader target) throws Exception {
    try (TableLoader loader = target.clone()) {
      loader.open();
      return FlinkSchemaUtil.convert(loader.loadTable().schema());
    }
  }
}
