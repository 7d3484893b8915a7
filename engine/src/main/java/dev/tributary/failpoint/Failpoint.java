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
package dev.tributary.failpoint;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A moment of a run, right after or before an effect that others can see. Armed by the Java option
 * {@code -Dtributary.failpoint=NAME[:N][:ACTION],…}: at the N-th pass (1 by default) the process
 * halts without any clearing up, as if it was killed (action {@code halt}, the default), or the
 * step fails as if the disk or the network did (action {@code throw}).
 */
public enum Failpoint {
  /** A file of the target was created and has no content yet. */
  FILE_CREATED,
  /** A file of the target is complete. */
  FILE_WRITTEN,
  /** The target's namespace was created, and the table not yet. */
  NAMESPACE_CREATED,
  /** One of the tables that a template names was made and marked; no table was moved on yet. */
  DESTINATION_MADE,
  /** Manifests are written; the catalog has not been asked to commit. */
  COMMIT_BEGUN,
  /** The commit stands; nobody but the catalog knows. */
  COMMIT_STOOD,
  /** The pipeline of a unit has ended; what it left behind is still there. */
  UNIT_ENDED,
  /** A file that nothing refers to was deleted; there may be more. */
  LEFTOVER_DELETED,
  /** A unit is committed and cleared up; the next one has not begun. */
  UNIT_SETTLED;

  /** The exit code of a process that a failpoint halted. */
  public static final int HALTED = 86;

  private static final Logger LOG = LoggerFactory.getLogger(Failpoint.class);
  private static final List<ArmedFailpoint> ARMED =
      ArmedFailpoint.parse(System.getProperty("tributary.failpoint", ""));

  /**
   * Marks that the moment is there.
   *
   * @throws UncheckedIOException when armed so
   */
  public void pass() {
    for (ArmedFailpoint armed : ARMED) {
      if (armed.fires(this)) {
        LOG.warn("Failpoint {}", name());
        if (armed.halts()) {
          Runtime.getRuntime().halt(HALTED);
        }
        throw new UncheckedIOException(new IOException("Failpoint " + name()));
      }
    }
  }
}
