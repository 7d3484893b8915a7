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
package dev.tributary.spec;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The table to migrate and the range of its history.
 *
 * @param table Iceberg: {@code namespace.table}, a location, or a metadata file; Delta: a path or
 *     URI
 * @param branch Iceberg only: a branch or tag; empty: main
 * @param from first commit of the range, inclusive
 * @param to last commit of the range, inclusive
 * @param keep top-level or dotted columns to keep; empty list: all
 * @param drop columns to leave out; exclusive with {@code keep}
 * @param filter predicate in SQL's grammar over source columns
 * @param changeFeed Delta only: where the changes of a commit come from
 * @param metadataColumns what rows carry of their commit, besides the table's columns
 */
public record SourceSpec(
    SourceFormat format,
    String table,
    Optional<String> catalogName,
    Map<String, String> catalogProperties,
    Map<String, String> configProperties,
    List<PathRewrite> pathRewrites,
    Optional<String> branch,
    Bound from,
    Bound to,
    List<String> keep,
    List<String> drop,
    Optional<String> filter,
    boolean streaming,
    Duration pollInterval,
    ChangeFeed changeFeed,
    List<MetadataColumn> metadataColumns) {

  public static final Duration DEFAULT_POLL_INTERVAL = Duration.ofSeconds(60);

  public SourceSpec {
    Objects.requireNonNull(format, "format");
    Objects.requireNonNull(table, "table");
    Objects.requireNonNull(catalogName, "catalogName");
    Objects.requireNonNull(branch, "branch");
    Objects.requireNonNull(from, "from");
    Objects.requireNonNull(to, "to");
    Objects.requireNonNull(filter, "filter");
    Objects.requireNonNull(pollInterval, "pollInterval");
    Objects.requireNonNull(changeFeed, "changeFeed");
    catalogProperties = Ordered.copyOf(catalogProperties);
    configProperties = Ordered.copyOf(configProperties);
    pathRewrites = List.copyOf(pathRewrites);
    keep = List.copyOf(keep);
    drop = List.copyOf(drop);
    metadataColumns = List.copyOf(metadataColumns);
  }

  /** A builder of a spec of the given table. */
  public static Builder builder(SourceFormat format, String table) {
    return new Builder(format, table);
  }

  /** Names the table only: properties may hold secrets. */
  @Override
  public String toString() {
    return "SourceSpec[" + format + " " + table + "]";
  }

  /** A builder that starts with the values of this one. */
  public Builder toBuilder() {
    Builder builder = new Builder(format, table);
    builder.catalogName = catalogName;
    builder.catalogProperties = catalogProperties;
    builder.configProperties = configProperties;
    builder.pathRewrites = pathRewrites;
    builder.branch = branch;
    builder.from = from;
    builder.to = to;
    builder.keep = keep;
    builder.drop = drop;
    builder.filter = filter;
    builder.streaming = streaming;
    builder.pollInterval = pollInterval;
    builder.changeFeed = changeFeed;
    builder.metadataColumns = metadataColumns;
    return builder;
  }

  /** Builds a SourceSpec; what is not set has the default of the spec file. Not thread-safe. */
  public static final class Builder {
    private SourceFormat format;
    private String table;
    private Optional<String> catalogName = Optional.empty();
    private Map<String, String> catalogProperties = Map.of();
    private Map<String, String> configProperties = Map.of();
    private List<PathRewrite> pathRewrites = List.of();
    private Optional<String> branch = Optional.empty();
    private Bound from = Bound.OPEN;
    private Bound to = Bound.OPEN;
    private List<String> keep = List.of();
    private List<String> drop = List.of();
    private Optional<String> filter = Optional.empty();
    private boolean streaming = false;
    private Duration pollInterval = DEFAULT_POLL_INTERVAL;
    private ChangeFeed changeFeed = ChangeFeed.REQUIRE;
    private List<MetadataColumn> metadataColumns = List.of();

    private Builder(SourceFormat format, String table) {
      this.format = format;
      this.table = table;
    }

    public Builder format(SourceFormat value) {
      this.format = value;
      return this;
    }

    public Builder table(String value) {
      this.table = value;
      return this;
    }

    public Builder catalogName(String value) {
      return catalogName(Optional.of(value));
    }

    public Builder catalogName(Optional<String> value) {
      this.catalogName = value;
      return this;
    }

    public Builder catalogProperties(Map<String, String> value) {
      this.catalogProperties = value;
      return this;
    }

    public Builder configProperties(Map<String, String> value) {
      this.configProperties = value;
      return this;
    }

    public Builder pathRewrites(List<PathRewrite> value) {
      this.pathRewrites = value;
      return this;
    }

    public Builder branch(String value) {
      return branch(Optional.of(value));
    }

    public Builder branch(Optional<String> value) {
      this.branch = value;
      return this;
    }

    public Builder from(Bound value) {
      this.from = value;
      return this;
    }

    public Builder to(Bound value) {
      this.to = value;
      return this;
    }

    public Builder keep(List<String> value) {
      this.keep = value;
      return this;
    }

    public Builder drop(List<String> value) {
      this.drop = value;
      return this;
    }

    public Builder filter(String value) {
      return filter(Optional.of(value));
    }

    public Builder filter(Optional<String> value) {
      this.filter = value;
      return this;
    }

    public Builder streaming(boolean value) {
      this.streaming = value;
      return this;
    }

    public Builder pollInterval(Duration value) {
      this.pollInterval = value;
      return this;
    }

    public Builder changeFeed(ChangeFeed value) {
      this.changeFeed = value;
      return this;
    }

    public Builder metadataColumns(List<MetadataColumn> value) {
      this.metadataColumns = value;
      return this;
    }

    public SourceSpec build() {
      return new SourceSpec(
          format,
          table,
          catalogName,
          catalogProperties,
          configProperties,
          pathRewrites,
          branch,
          from,
          to,
          keep,
          drop,
          filter,
          streaming,
          pollInterval,
          changeFeed,
          metadataColumns);
    }
  }

  /** The table formats that can be a source. */
  public enum SourceFormat {
    ICEBERG,
    DELTA
  }

  /** Where the changes of a Delta commit come from. */
  public enum ChangeFeed {
    /** From the table's change data feed: each commit of the range must have been made with it. */
    REQUIRE,
    /**
     * From the feed where it was on, else from the files that the commit added and removed, as long
     * as they are still there.
     */
    DERIVE
  }
}
