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

import dev.tributary.catalog.Catalogs;
import dev.tributary.errors.SpecException;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;

/** Writes the sample tables. */
public final class Samples {
  private static final String NAMESPACE = "sales";
  private static final String DELTA_TABLE = "clicks";
  private static final String SPEC_SUFFIX = ".tributary.yaml";

  /**
   * Counted from the oldest commit, which is 0: far enough on for an initial load, and early enough
   * for changes of all kinds.
   */
  private static final int FIRST_FOLLOWED = 2;

  private Samples() {}

  /**
   * Writes the source tables and one spec file for each into {@code directory}, which is created
   * when missing: Iceberg of format version 3 with deletion vectors, partitioned Iceberg of version
   * 2, and Delta with a change data feed. Takes some seconds and no network. What an earlier call
   * wrote there is left as it is.
   *
   * @return the spec files
   * @throws SpecException when the directory cannot be written, or holds one of the tables without
   *     its spec file
   */
  public static List<Path> write(Path directory) {
    Path folder = directory.toAbsolutePath().normalize();
    try {
      Files.createDirectories(folder);
      List<Path> specs = new ArrayList<>();
      specs.add(
          writeOnce(
              folder,
              "orders",
              () ->
                  writeIceberg(
                      folder,
                      "orders",
                      SampleOrders.SCHEMA,
                      PartitionSpec.unpartitioned(),
                      "3",
                      SampleOrders::write)));
      specs.add(
          writeOnce(
              folder,
              "customers",
              () ->
                  writeIceberg(
                      folder,
                      "customers",
                      SampleCustomers.SCHEMA,
                      SampleCustomers.PARTITIONS,
                      "2",
                      SampleCustomers::write)));
      specs.add(writeOnce(folder, DELTA_TABLE, () -> copyDelta(folder)));
      return specs;
    } catch (IOException | UncheckedIOException e) {
      throw new SpecException(
          String.format(
              "Cannot write the sample into %s: %s. Choose a folder that can be written.",
              folder, e.getMessage()),
          e);
    }
  }

  private interface TableWriter {
    /** Writes the table and returns the commit from which a migration is to follow its changes. */
    long write() throws IOException;
  }

  /** The spec file comes last, so where it is, the table is complete. */
  private static Path writeOnce(Path folder, String name, TableWriter table) throws IOException {
    Path spec = folder.resolve(name + SPEC_SUFFIX);
    if (!Files.exists(spec)) {
      long start = table.write();
      Files.writeString(spec, filledIn(resource(name + SPEC_SUFFIX), folder, start));
    }
    return spec;
  }

  private static long writeIceberg(
      Path folder,
      String name,
      Schema schema,
      PartitionSpec partitions,
      String formatVersion,
      Consumer<Table> history)
      throws IOException {
    Path warehouse = folder.resolve("shop");
    refuseLeftover(warehouse.resolve(NAMESPACE).resolve(name));
    Catalog catalog =
        Catalogs.open(
            Optional.of("shop"),
            Map.of(
                CatalogUtil.ICEBERG_CATALOG_TYPE,
                CatalogUtil.ICEBERG_CATALOG_TYPE_HADOOP,
                "warehouse",
                warehouse.toString()),
            Map.of());
    try {
      Table table =
          catalog.createTable(
              TableIdentifier.of(NAMESPACE, name),
              schema,
              partitions,
              Map.of("format-version", formatVersion));
      history.accept(table);
      return table.history().get(FIRST_FOLLOWED).snapshotId();
    } finally {
      if (catalog instanceof Closeable closeable) {
        closeable.close();
      }
    }
  }

  private static long copyDelta(Path folder) throws IOException {
    Path table = folder.resolve(DELTA_TABLE);
    refuseLeftover(table);
    List<String> files =
        new String(resource(DELTA_TABLE + "/files.txt"), StandardCharsets.UTF_8).lines().toList();
    for (String file : files) {
      Path copy = table.resolve(file);
      Files.createDirectories(copy.getParent());
      Files.write(copy, resource(DELTA_TABLE + "/" + file));
    }
    return FIRST_FOLLOWED;
  }

  private static void refuseLeftover(Path table) {
    if (Files.exists(table)) {
      throw new SpecException(
          String.format(
              "Cannot write the sample table %s: the folder is there already, but its spec file is"
                  + " not. Delete it, or choose another folder for the sample.",
              table));
    }
  }

  private static String filledIn(byte[] template, Path folder, long start) {
    String path = folder.toString().replace('\\', '/').replace("\"", "\\\"");
    return new String(template, StandardCharsets.UTF_8)
        .replace("@LOCATION@", path.startsWith("/") ? "file:" + path : "file:/" + path)
        .replace("@PATH@", path)
        .replace("@START@", Long.toString(start));
  }

  private static byte[] resource(String name) throws IOException {
    try (InputStream in = Samples.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("The sample file " + name + " is not on the class path");
      }
      return in.readAllBytes();
    }
  }
}
