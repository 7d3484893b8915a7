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

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.hadoop.HadoopConfigurable;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.FileInfo;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.SeekableInputStream;
import org.apache.iceberg.io.StorageCredential;
import org.apache.iceberg.io.SupportsPrefixOperations;
import org.apache.iceberg.io.SupportsStorageCredentials;
import org.apache.iceberg.util.SerializableSupplier;

/**
 * Reads a moved or copied table in place: every path is looked for where the rewrites say, while
 * files go on calling themselves by their stored path, which deletes refer to. Read-only: nothing
 * may be written into or deleted from a table through a view of it.
 */
public final class RewritingFileIO
    implements SupportsPrefixOperations, HadoopConfigurable, SupportsStorageCredentials {
  private static final long serialVersionUID = 1L;
  private static final String REWRITES = "tributary.path-rewrites";
  private static final String DELEGATE = "tributary.path-rewrites.io-impl";

  private PathRewrites rewrites = PathRewrites.NONE;
  private FileIO delegate;
  private HashMap<String, String> properties = new HashMap<>();
  private ArrayList<StorageCredential> credentials = new ArrayList<>();
  // Set before initialize by Iceberg; the delegate carries it to workers.
  private transient Configuration conf;

  /** For Iceberg, which creates it by name and then calls {@link #initialize(Map)}. */
  public RewritingFileIO() {}

  /** Reads through {@code delegate}, which this object then owns. */
  public RewritingFileIO(FileIO delegate, PathRewrites rewrites) {
    this.delegate = delegate;
    this.rewrites = rewrites;
    this.properties = new HashMap<>(delegate.properties());
  }

  /** Catalog properties with which a catalog reads its tables through this class. */
  public static Map<String, String> wrap(
      Map<String, String> catalogProperties, PathRewrites rewrites) {
    if (rewrites.isEmpty()) {
      return catalogProperties;
    }
    Map<String, String> wrapped = new HashMap<>(catalogProperties);
    String io = wrapped.put(CatalogProperties.FILE_IO_IMPL, RewritingFileIO.class.getName());
    wrapped.put(DELEGATE, io == null ? LocalFileIO.class.getName() : io);
    wrapped.put(REWRITES, rewrites.toProperty());
    return wrapped;
  }

  @Override
  public void initialize(Map<String, String> newProperties) {
    properties = new HashMap<>(newProperties);
    rewrites = PathRewrites.ofProperty(newProperties.get(REWRITES));
    delegate =
        CatalogUtil.loadFileIO(newProperties.get(DELEGATE), newProperties, conf, credentials);
  }

  @Override
  public Map<String, String> properties() {
    return Map.copyOf(properties);
  }

  @Override
  public InputFile newInputFile(String location) {
    return new StoredInputFile(location, delegate.newInputFile(rewrites.rewrite(location)));
  }

  @Override
  public InputFile newInputFile(String location, long length) {
    return new StoredInputFile(location, delegate.newInputFile(rewrites.rewrite(location), length));
  }

  @Override
  public OutputFile newOutputFile(String location) {
    throw readOnly(location);
  }

  @Override
  public void deleteFile(String location) {
    throw readOnly(location);
  }

  @Override
  public void deletePrefix(String prefix) {
    throw readOnly(prefix);
  }

  /** Lists the files where they are now; their locations are the real ones. */
  @Override
  public Iterable<FileInfo> listPrefix(String prefix) {
    if (delegate instanceof SupportsPrefixOperations lister) {
      return lister.listPrefix(rewrites.rewrite(prefix));
    }
    throw new UnsupportedOperationException(
        delegate.getClass().getName() + " cannot list " + prefix);
  }

  @Override
  public void setConf(Configuration newConf) {
    conf = newConf;
    if (delegate instanceof HadoopConfigurable configurable) {
      configurable.setConf(newConf);
    }
  }

  @Override
  public Configuration getConf() {
    return delegate instanceof HadoopConfigurable configurable ? configurable.getConf() : conf;
  }

  @Override
  public void serializeConfWith(
      Function<Configuration, SerializableSupplier<Configuration>> serializer) {
    if (delegate instanceof HadoopConfigurable configurable) {
      configurable.serializeConfWith(serializer);
    }
  }

  @Override
  public void setCredentials(List<StorageCredential> newCredentials) {
    credentials = new ArrayList<>(newCredentials);
    if (delegate instanceof SupportsStorageCredentials supporting) {
      supporting.setCredentials(newCredentials);
    }
  }

  @Override
  public List<StorageCredential> credentials() {
    return List.copyOf(credentials);
  }

  @Override
  public void close() {
    if (delegate != null) {
      delegate.close();
    }
  }

  private static UnsupportedOperationException readOnly(String location) {
    return new UnsupportedOperationException(
        "A table that is read through path_rewrites is read-only: " + location);
  }

  record StoredInputFile(String location, InputFile file) implements InputFile {
    @Override
    public long getLength() {
      return file.getLength();
    }

    @Override
    public SeekableInputStream newStream() {
      return file.newStream();
    }

    @Override
    public boolean exists() {
      return file.exists();
    }
  }
}
