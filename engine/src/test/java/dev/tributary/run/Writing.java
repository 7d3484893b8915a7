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
package dev.tributary.run;

import dev.tributary.spec.TargetSpec;
import dev.tributary.spec.TargetSpec.DeleteStrategy;
import dev.tributary.spec.TargetSpec.WriteMode;

/** Ways to bring changes into a target, all of which have to come to the same rows. */
enum Writing {
  MERGE_ON_READ(WriteMode.MERGE_ON_READ, DeleteStrategy.POSITION),
  COPY_ON_WRITE(WriteMode.COPY_ON_WRITE, DeleteStrategy.POSITION),
  EQUALITY_DELETES(WriteMode.MERGE_ON_READ, DeleteStrategy.EQUALITY);

  private final WriteMode mode;
  private final DeleteStrategy strategy;

  Writing(WriteMode mode, DeleteStrategy strategy) {
    this.mode = mode;
    this.strategy = strategy;
  }

  TargetSpec.Builder apply(TargetSpec.Builder builder) {
    return builder.mode(mode).deleteStrategy(strategy);
  }
}
