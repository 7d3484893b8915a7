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
package dev.tributary.source;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The card that a person reads before choosing a range.
 *
 * @param format for example {@code Iceberg v3} or {@code Delta, reader 3, writer 7}
 * @param location where the table lies
 * @param rows live rows as the metadata states them
 * @param bytes size of the live data files
 * @param partitioning for example {@code day(ts), bucket[16](id)}; empty list: none
 * @param identifierFields columns the source itself declares as its key
 * @param features delete kinds and table features present, in words
 * @param problems what cannot be read, and why; empty: all can
 */
public record SourceDescription(
    String format,
    String location,
    OptionalLong rows,
    OptionalLong bytes,
    OptionalLong dataFiles,
    Optional<Instant> lastCommit,
    List<String> partitioning,
    List<String> identifierFields,
    List<String> features,
    List<String> problems) {
  public SourceDescription {
    partitioning = List.copyOf(partitioning);
    identifierFields = List.copyOf(identifierFields);
    features = List.copyOf(features);
    problems = List.copyOf(problems);
  }
}
