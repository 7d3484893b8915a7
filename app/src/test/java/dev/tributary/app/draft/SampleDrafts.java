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
package dev.tributary.app.draft;

import dev.tributary.history.SourceCommit;
import dev.tributary.migration.SourceTables;
import dev.tributary.sample.Samples;
import dev.tributary.source.SourceTable;
import dev.tributary.spec.Bound;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.Specs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Drafts over the real sample tables. */
public final class SampleDrafts {
  private final List<Path> specs;

  private SampleDrafts(List<Path> specs) {
    this.specs = specs;
  }

  /** Writes the sample tables into a folder. */
  public static SampleDrafts in(Path folder) {
    return new SampleDrafts(Samples.write(folder));
  }

  /** The spec file of a sample table. */
  public Path spec(String table) {
    return specs.stream()
        .filter(path -> path.getFileName().toString().startsWith(table))
        .findFirst()
        .orElseThrow();
  }

  /** A draft of its spec, as if just opened. */
  public MigrationDraft draft(String table) {
    return SpecFiles.open(spec(table));
  }

  /** A new draft of the same source, nothing else chosen, after a look at it. */
  public MigrationDraft lookedAt(String table) throws IOException {
    MigrationSpec spec = Specs.read(spec(table));
    MigrationDraft draft = MigrationDraft.fresh(table);
    draft.source().set(spec.source().toBuilder().from(Bound.OPEN).to(Bound.OPEN).build());
    try (SourceTable source = SourceTables.open(spec.source())) {
      List<SourceCommit> history = source.history();
      draft
          .facts()
          .set(
              Optional.of(
                  new SourceFacts(
                      source.identity(),
                      source.describe(),
                      history,
                      Optional.of(source.schema(history.get(0).position())))));
    }
    return draft;
  }
}
