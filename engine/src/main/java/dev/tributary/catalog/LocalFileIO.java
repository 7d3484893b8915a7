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
package dev.tributary.catalog;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.hadoop.HadoopConfigurable;
import org.apache.iceberg.hadoop.SerializableConfiguration;
import org.apache.iceberg.io.BulkDeletionFailureException;
import org.apache.iceberg.io.DelegateFileIO;
import org.apache.iceberg.io.FileInfo;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.ResolvingFileIO;
import org.apache.iceberg.io.StorageCredential;
import org.apache.iceberg.io.SupportsStorageCredentials;
import org.apache.iceberg.util.SerializableSupplier;

/**
 * Local files through {@code java.nio}, all other schemes through Iceberg's {@link
 * ResolvingFileIO}. Hadoop's local file system would need native helpers on Windows for every file
 * it creates, and would refuse files whose hidden {@code .crc} sidecar went stale; sidecars are of
 * no account here.
 */
public final class LocalFileIO
    implements DelegateFileIO, HadoopConfigurable, SupportsStorageCredentials {
  private static final long serialVersionUID = 1L;

  private HashMap<String, String> properties = new HashMap<>();
  private SerializableSupplier<Configuration> configuration;
  private ArrayList<StorageCredential> credentials = new ArrayList<>();

  // Made on the first use of another scheme: most tables never need it, and Iceberg warns of each
  // one that is made without being closed, as happens to copies that were sent to workers.
  private transient ResolvingFileIO others;

  /** For Iceberg, which creates it by name and then calls {@link #initialize(Map)}. */
  public LocalFileIO() {}

  @Override
  public void initialize(Map<String, String> newProperties) {
    properties = new HashMap<>(newProperties);
  }

  private synchronized ResolvingFileIO others() {
    if (others == null) {
      others = new ResolvingFileIO();
      others.setConf(getConf());
      others.setCredentials(credentials);
      others.initialize(properties);
    }
    return others;
  }

  @Override
  public Map<String, String> properties() {
    return Map.copyOf(properties);
  }

  @Override
  public InputFile newInputFile(String location) {
    return LocalPaths.isLocal(location)
        ? new LocalInputFile(location, LocalPaths.existing(location))
        : others().newInputFile(location);
  }

  @Override
  public InputFile newInputFile(String location, long length) {
    // A local file's length costs nothing to ask for, and metadata is not always right about it.
    return LocalPaths.isLocal(location)
        ? newInputFile(location)
        : others().newInputFile(location, length);
  }

  @Override
  public OutputFile newOutputFile(String location) {
    return LocalPaths.isLocal(location)
        ? new LocalOutputFile(location, LocalPaths.literal(location))
        : others().newOutputFile(location);
  }

  @Override
  public void deleteFile(String location) {
    if (!LocalPaths.isLocal(location)) {
      others().deleteFile(location);
      return;
    }
    try {
      Files.deleteIfExists(LocalPaths.literal(location));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot delete " + location, e);
    }
  }

  @Override
  public void deleteFiles(Iterable<String> locations) throws BulkDeletionFailureException {
    List<String> remote = new ArrayList<>();
    int failures = 0;
    for (String location : locations) {
      if (!LocalPaths.isLocal(location)) {
        remote.add(location);
        continue;
      }
      try {
        deleteFile(location);
      } catch (UncheckedIOException e) {
        failures++;
      }
    }
    if (!remote.isEmpty()) {
      others().deleteFiles(remote);
    }
    if (failures > 0) {
      throw new BulkDeletionFailureException(failures);
    }
  }

  /** The files below a folder, or whose path starts with {@code prefix}; none if there is none. */
  @Override
  public Iterable<FileInfo> listPrefix(String prefix) {
    if (!LocalPaths.isLocal(prefix)) {
      return others().listPrefix(prefix);
    }
    Path start = LocalPaths.existing(prefix);
    String shown = prefix.endsWith("/") ? prefix.substring(0, prefix.length() - 1) : prefix;
    if (Files.isDirectory(start)) {
      return list(start, start, shown);
    }
    Path parent = start.toAbsolutePath().getParent();
    if (parent == null || !Files.isDirectory(parent)) {
      return List.of();
    }
    int slash = shown.lastIndexOf('/');
    String shownParent = slash < 0 ? parent.toString() : shown.substring(0, slash);
    return list(parent, start.toAbsolutePath(), shownParent);
  }

  /** The files below {@code root} whose path starts with that of {@code prefix}. */
  private static List<FileInfo> list(Path root, Path prefix, String shownRoot) {
    try (Stream<Path> files = Files.walk(root)) {
      List<FileInfo> found = new ArrayList<>();
      for (Path file : (Iterable<Path>) files::iterator) {
        if (file.toString().startsWith(prefix.toString()) && Files.isRegularFile(file)) {
          String relative = root.relativize(file).toString().replace('\\', '/');
          found.add(
              new FileInfo(
                  shownRoot + "/" + relative,
                  Files.size(file),
                  Files.getLastModifiedTime(file).toMillis()));
        }
      }
      return found;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot list " + prefix, e);
    }
  }

  @Override
  public void deletePrefix(String prefix) {
    if (!LocalPaths.isLocal(prefix)) {
      others().deletePrefix(prefix);
      return;
    }
    Path folder = LocalPaths.literal(prefix);
    if (!Files.isDirectory(folder)) {
      listPrefix(prefix).forEach(file -> deleteFile(file.location()));
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot delete " + prefix, e);
    }
  }

  @Override
  public void setConf(Configuration conf) {
    configuration = new SerializableConfiguration(conf)::get;
  }

  @Override
  public Configuration getConf() {
    return configuration == null ? new Configuration(false) : configuration.get();
  }

  @Override
  public void serializeConfWith(
      Function<Configuration, SerializableSupplier<Configuration>> serializer) {
    configuration = serializer.apply(getConf());
  }

  @Override
  public synchronized void setCredentials(List<StorageCredential> newCredentials) {
    credentials = new ArrayList<>(newCredentials);
    if (others != null) {
      others.setCredentials(credentials);
    }
  }

  @Override
  public List<StorageCredential> credentials() {
    return List.copyOf(credentials);
  }

  @Override
  public synchronized void close() {
    if (others != null) {
      others.close();
    }
  }
}
