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

import dev.tributary.errors.RunException;
import dev.tributary.errors.TributaryException;
import dev.tributary.source.ReadPlan;
import dev.tributary.target.TargetOutput;
import dev.tributary.target.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import org.apache.beam.runners.direct.DirectOptions;
import org.apache.beam.runners.direct.DirectRunner;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.PipelineResult;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.joda.time.Duration;

/**
 * Runs the pipeline of one unit on Beam's direct runner. What it did is to be read from the target
 * afterwards. Close it to remove the spill files. Figures may be asked for from any thread.
 */
public final class UnitRun implements AutoCloseable {
  private static final Duration LOOK = Duration.millis(100);

  private final UnitJob job;
  private final UnitContext context;

  public UnitRun(UnitJob job) {
    this.job = job;
    this.context = job.context();
    context.stage(job.kind() == UnitJob.Kind.INITIAL_LOAD ? UnitStage.LOADING : UnitStage.READING);
  }

  /** What sorting may take of this process's heap when the spec says nothing. */
  public static long affordableSorterBytes() {
    return ExternalSorter.affordableBytes();
  }

  /** What the unit's output has to announce its files to. */
  public static TargetOutput.Announcement announcement(Unit unit) {
    String unitId = unit.id();
    return location -> UnitContext.of(unitId).announce(location);
  }

  /**
   * Reads the plan and commits the unit, unless the target has moved on meanwhile. When this
   * returns or throws, nothing of it goes on.
   *
   * @param cancelled asked several times a second
   * @throws TributaryException of the step that failed
   * @throws RunException for any other failure
   * @throws CancellationException when cancelled before the commit
   */
  public void run(ReadPlan plan, BooleanSupplier cancelled) {
    if (plan.tasks().isEmpty()) {
      // Not worth a pipeline: one of many tables may have none of a range's changes.
      commitNothing(cancelled);
      return;
    }
    Pipeline pipeline = Pipeline.create(options());
    UnitPipeline.build(pipeline, job, plan, BlockTransport.SPILLED);
    try {
      await(pipeline.run(), cancelled);
    } catch (RuntimeException e) {
      throw reason(e);
    } finally {
      awaitIdle();
    }
  }

  private void commitNothing(BooleanSupplier cancelled) {
    if (cancelled.getAsBoolean()) {
      context.cancel();
    }
    try {
      context.checkCancelled();
      new CommitUnit(job).commitNothing();
    } catch (RuntimeException e) {
      throw reason(e);
    }
  }

  private static DirectOptions options() {
    DirectOptions options = PipelineOptionsFactory.as(DirectOptions.class);
    options.setRunner(DirectRunner.class);
    options.setBlockOnRun(false);
    // Elements are never changed once they are put out, and their coders have tests of their own.
    options.setEnforceImmutability(false);
    options.setEnforceEncodability(false);
    options.setTargetParallelism(Math.max(2, Runtime.getRuntime().availableProcessors()));
    return options;
  }

  private void await(PipelineResult result, BooleanSupplier cancelled) {
    while (true) {
      PipelineResult.State state = result.waitUntilFinish(LOOK);
      if (state != null && state.isTerminal()) {
        return;
      }
      if (cancelled.getAsBoolean()) {
        // The steps stop by themselves, a commit that has begun not before it is done.
        context.cancel();
      }
    }
  }

  // After a failure the runner leaves other threads to finish what they are at.
  private void awaitIdle() {
    context.cancel();
    boolean interrupted = false;
    while (!context.idle()) {
      try {
        Thread.sleep(10);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static RuntimeException reason(RuntimeException failure) {
    Throwable root = failure;
    for (Throwable it = failure; it != null; it = it.getCause()) {
      if (it instanceof TributaryException || it instanceof CancellationException) {
        return (RuntimeException) it;
      }
      root = it;
    }
    String what =
        root.getMessage() == null || root instanceof NullPointerException
            ? root.getClass().getSimpleName()
            : root.getMessage();
    return new RunException(
        String.format(
            "The run failed unexpectedly: %s. What was committed before is kept; run again, with"
                + " --debug to see where it fails.",
            what),
        failure);
  }

  public UnitStage stage() {
    return context.stage();
  }

  public long rowsRead() {
    return context.rowsRead().sum();
  }

  public long rowsWritten() {
    return context.rowsWritten().sum();
  }

  /** Bytes of the source files that have been read. */
  public long bytesRead() {
    return context.bytesRead().sum();
  }

  /** Files that were written to the target, or begun, whether the commit took them or not. */
  public List<String> files() {
    return context.files();
  }

  /** Takes the warnings since the last call. */
  public List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    Optional<String> next = Optional.ofNullable(context.nextWarning());
    while (next.isPresent()) {
      warnings.add(next.get());
      next = Optional.ofNullable(context.nextWarning());
    }
    return warnings;
  }

  @Override
  public void close() {
    context.close();
  }
}
