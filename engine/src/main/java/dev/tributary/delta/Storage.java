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
package dev.tributary.delta;

import dev.tributary.catalog.PathRewrites;
import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.defaults.engine.fileio.FileIO;
import io.delta.kernel.defaults.engine.hadoopio.HadoopFileIO;
import io.delta.kernel.engine.Engine;
import java.io.IOException;
import java.io.Serializable;
import java.net.URISyntaxException;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/**
 * Where a table lies and how its files are reached. Travels to workers, which open their own engine
 * on first use. Safe for use from several threads.
 */
final class Storage implements Serializable {
  private static final long serialVersionUID = 1L;

  private final String root;
  private final Map<String, String> configuration;
  private final PathRewrites rewrites;

  private transient FileIO io;
  private transient Engine engine;

  Storage(String root, Map<String, String> configuration, PathRewrites rewrites) {
    this.root = root;
    this.configuration = Map.copyOf(configuration);
    this.rewrites = rewrites;
  }

  /** The table's directory, as a plain path without a slash at its end. */
  String root() {
    return root;
  }

  boolean isLocal() {
    return LocalFileIO.handles(root);
  }

  synchronized FileIO io() {
    if (io == null) {
      io = new SchemeFileIO(new LocalFileIO(), this::openHadoop, isLocal());
    }
    return io;
  }

  synchronized Engine engine() {
    if (engine == null) {
      engine = DefaultEngine.create(io());
    }
    return engine;
  }

  private FileIO openHadoop() {
    Configuration hadoop = verifyingPages(new Configuration());
    configuration.forEach(hadoop::set);
    return new HadoopFileIO(hadoop);
  }

  /**
   * Lets Parquet check the checksums of pages that have one, so that damage is not read as rows.
   */
  static Configuration verifyingPages(Configuration configuration) {
    configuration.setBoolean("parquet.page.verify-checksum.enabled", true);
    return configuration;
  }

  /**
   * The plain path of a data file.
   *
   * @param stored the path as the log stores it: a percent-encoded URI, relative to the table or
   *     absolute
   */
  String resolve(String stored) {
    String path = StoragePaths.decode(stored);
    if (!StoragePaths.isAbsolute(path)) {
      return root + "/" + path;
    }
    // A rewrite may have been written down from the log itself, or as plain text.
    String rewritten = rewrites.rewrite(path);
    return StoragePaths.fileLocation(
        rewritten.equals(path) ? StoragePaths.decode(rewrites.rewrite(stored)) : rewritten);
  }

  /** Whether a file is there. */
  boolean exists(String path) {
    try {
      io().getFileStatus(path);
      return true;
    } catch (IOException e) {
      if (Failures.isMissingFile(e)) {
        return false;
      }
      throw Failures.source("look for file " + path, e);
    }
  }

  /** The deletion vector with its location resolved, if that is a path. */
  DeletionVector resolve(DeletionVector vector) {
    if (!vector.isAbsolute()) {
      return vector;
    }
    try {
      return vector.at(StoragePaths.encode(resolve(vector.location())));
    } catch (URISyntaxException e) {
      throw Failures.source("resolve the deletion vector " + vector.location(), e);
    }
  }
}
