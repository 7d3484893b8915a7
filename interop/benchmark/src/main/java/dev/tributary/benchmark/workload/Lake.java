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
package dev.tributary.benchmark.workload;

import dev.tributary.benchmark.data.Folders;
import dev.tributary.benchmark.engine.IcebergCatalog;
import java.nio.file.Path;

/**
 * The source of a workload, and the target that each engine writes anew.
 *
 * @param folder of the workload's data
 */
record Lake(Path folder) {
  static final String SOURCE = "src.shop.orders";
  static final String TARGET = "lake.shop.orders";

  /** Has what Spark needs to work on deletion vectors as Tributary does. */
  static final String PROPERTIES =
      "'format-version' = '3', 'write.delete.mode' = 'merge-on-read',"
          + " 'write.update.mode' = 'merge-on-read', 'write.merge.mode' = 'merge-on-read'";

  IcebergCatalog source() {
    return new IcebergCatalog("src", folder.resolve("source"));
  }

  IcebergCatalog target() {
    return new IcebergCatalog("lake", folder.resolve("target"));
  }

  /** Takes the target away. */
  void clear() {
    Folders.delete(target().warehouse());
  }

  /** Keeps the target as it is now, for {@link #restore}. */
  void keep() {
    Folders.delete(kept());
    Folders.link(target().warehouse(), kept());
  }

  /** Puts the target back to what was kept. */
  void restore() {
    clear();
    Folders.link(kept(), target().warehouse());
  }

  private Path kept() {
    return folder.resolve("kept");
  }

  /** A spec from source to target. */
  String spec(String range, String more) {
    return "tributary: 1\nname: orders\nsource:\n  format: iceberg\n  table: shop.orders\n"
        + source().yaml()
        + range
        + "target:\n  table: shop.orders\n"
        + target().yaml()
        + "  equality_columns: [id]\n  table_properties: {format-version: \"3\","
        + " write.delete.mode: merge-on-read, write.update.mode: merge-on-read,"
        + " write.merge.mode: merge-on-read}\n"
        + more;
  }
}
