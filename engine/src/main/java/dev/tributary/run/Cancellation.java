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

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A request to stop a run; may be made from any thread, any number of times. */
public final class Cancellation {
  private final CountDownLatch requests = new CountDownLatch(1);

  /** Asks the run to stop before its next commit. */
  public void request() {
    requests.countDown();
  }

  /** Whether the run has been asked to stop. */
  public boolean requested() {
    return requests.getCount() == 0;
  }

  /**
   * Waits for a time, or for the request if that comes first.
   *
   * @return whether the run is to stop, which an interrupt of the waiting thread asks for too
   */
  public boolean await(Duration longest) {
    try {
      return requests.await(Math.max(0, longest.toMillis()), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }
}
