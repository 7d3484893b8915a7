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

import java.io.Serializable;

/** A piece of a plan that one worker reads alone; small enough to be sent to it. */
public interface ReadTask extends Serializable {

  /**
   * Index in {@link ReadPlan#commits()} of the one commit whose changes it reads; 0 for a task that
   * reads a state.
   */
  int commit();

  /** Upper estimate of the changes in this task. */
  long estimatedChanges();

  /**
   * What it reads of its commit, or of a state, whatever the columns that are asked for: tasks of
   * equal places read the same rows.
   */
  default Object place() {
    return this;
  }

  /** Bytes of the files it reads. */
  long bytes();

  /** Which way a task's changes go. */
  enum Effect {
    /** Rows are only added. */
    ADDS,
    /** Rows are only removed. */
    REMOVES,
    /** Either may be, or it is not known. */
    BOTH
  }

  /** Which way the changes go: those of a commit that go one way only need not be paired. */
  default Effect effect() {
    return Effect.BOTH;
  }
}
