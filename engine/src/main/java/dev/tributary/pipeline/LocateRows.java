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
package dev.tributary.pipeline;

import dev.tributary.target.Located;
import dev.tributary.target.Locator;
import org.apache.beam.sdk.transforms.DoFn;

/** Finds the rows of the changed keys in files of the target and removes them. */
final class LocateRows extends DoFn<LocateWork, CommitPart> {
  private static final long serialVersionUID = 1L;

  private final UnitJob job;

  LocateRows(UnitJob job) {
    this.job = job;
  }

  @ProcessElement
  public void process(@Element LocateWork work, OutputReceiver<CommitPart> out) {
    UnitContext context = job.context();
    try (UnitContext.Work busy = context.begin(UnitStage.LOCATING)) {
      Located located =
          new Locator(job.output(), job.rows().keyColumns(), work.keys(), job.removal())
              .locate(work.task(), context::cancelled);
      out.output(new CommitPart.Found(located));
    }
  }
}
