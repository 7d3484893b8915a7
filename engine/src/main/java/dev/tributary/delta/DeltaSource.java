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

import dev.tributary.history.Position;
import dev.tributary.history.SourceCommit;
import dev.tributary.source.ReadPlan;
import dev.tributary.source.SourceDescription;
import dev.tributary.source.SourceTable;
import dev.tributary.spec.SourceSpec;
import java.util.List;
import org.apache.iceberg.Schema;

/** A Delta table as a source. */
public final class DeltaSource implements SourceTable {
  private DeltaSource() {}

  /**
   * Opens the table at its latest version.
   *
   * @throws dev.tributary.errors.SourceException when it does not exist or cannot be read
   */
  public static DeltaSource open(SourceSpec spec) {
    throw new UnsupportedOperationException("Not wired yet: " + spec.table());
  }

  @Override
  public String identity() {
    throw new UnsupportedOperationException();
  }

  @Override
  public SourceDescription describe() {
    throw new UnsupportedOperationException();
  }

  @Override
  public Schema schema(Position position) {
    throw new UnsupportedOperationException();
  }

  @Override
  public List<SourceCommit> history() {
    throw new UnsupportedOperationException();
  }

  @Override
  public SourceRange range() {
    throw new UnsupportedOperationException();
  }

  @Override
  public SourceRange rangeAfter(Position progress) {
    throw new UnsupportedOperationException();
  }

  @Override
  public ReadPlan planChanges(SourceRange range, List<String> columns) {
    throw new UnsupportedOperationException();
  }

  @Override
  public ReadPlan planState(Position position, List<String> columns) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void close() {}
}
