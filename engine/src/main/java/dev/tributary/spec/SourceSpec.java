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
    ChangeFeed changeFeed) {

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
    catalogProperties = Map.copyOf(catalogProperties);
    configProperties = Map.copyOf(configProperties);
    pathRewrites = List.copyOf(pathRewrites);
    keep = List.copyOf(keep);
    drop = List.copyOf(drop);
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
