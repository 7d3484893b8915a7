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
package dev.tributary.destinations;

import dev.tributary.history.Position;
import dev.tributary.history.SourceCommit;
import dev.tributary.source.ReadPlan;
import dev.tributary.source.SourceDescription;
import dev.tributary.source.SourceTable;
import dev.tributary.source.StoredState;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.Schema;

/**
 * A source whose ranges and states are planned once, however many tables they are planned for. Used
 * by one thread.
 */
public final class SharedPlans implements SourceTable {
  private final SourceTable source;
  private final Map<Object, ReadPlan> plans = new HashMap<>();

  public SharedPlans(SourceTable source) {
    this.source = source.forFiltering();
  }

  private record Changes(SourceRange range, List<String> columns) {}

  private record State(Position position, List<String> columns) {}

  @Override
  public ReadPlan planChanges(SourceRange range, List<String> columns) {
    return plans.computeIfAbsent(
        new Changes(range, List.copyOf(columns)), key -> source.planChanges(range, columns));
  }

  @Override
  public ReadPlan planState(Position position, List<String> columns) {
    return plans.computeIfAbsent(
        new State(position, List.copyOf(columns)), key -> source.planState(position, columns));
  }

  @Override
  public StoredState storedState(Position position) {
    return new StoredState.Unfit("the rows go to several tables");
  }

  @Override
  public SourceTable latest() {
    SourceTable latest = source.latest();
    return latest == source ? this : new SharedPlans(latest);
  }

  @Override
  public SourceTable asLog(List<String> controls) {
    SourceTable log = source.asLog(controls);
    return log == source ? this : new SharedPlans(log);
  }

  @Override
  public String identity() {
    return source.identity();
  }

  @Override
  public SourceDescription describe() {
    return source.describe();
  }

  @Override
  public Schema schema(Position position) {
    return source.schema(position);
  }

  @Override
  public boolean filtered() {
    return source.filtered();
  }

  @Override
  public Optional<String> changeCondition(Position position) {
    return source.changeCondition(position);
  }

  @Override
  public List<SourceCommit> history() {
    return source.history();
  }

  @Override
  public SourceRange range() {
    return source.range();
  }

  @Override
  public SourceRange rangeAfter(Position progress) {
    return source.rangeAfter(progress);
  }

  @Override
  public String commitHash(Position position) {
    return source.commitHash(position);
  }

  @Override
  public void close() throws IOException {
    source.close();
  }
}
