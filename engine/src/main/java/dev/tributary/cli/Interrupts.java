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
package dev.tributary.cli;

import dev.tributary.run.Cancellation;
import java.util.List;
import sun.misc.Signal;

/**
 * Turns SIGINT and SIGTERM into a request to stop. A shutdown hook would not do: Hadoop closes its
 * file systems in one of its own, under the feet of a run that is about to end in good order.
 */
final class Interrupts {
  private Interrupts() {}

  /** The first signal requests the cancellation, the second ends the process at once. */
  static void cancel(Cancellation cancellation) {
    for (String name : List.of("INT", "TERM")) {
      try {
        Signal.handle(
            new Signal(name),
            signal -> {
              if (cancellation.requested()) {
                Runtime.getRuntime().halt(Tributary.CANCELLED);
              }
              cancellation.request();
            });
      } catch (IllegalArgumentException e) {
        // This virtual machine keeps the signal for itself (-Xrs): it ends the process then.
      }
    }
  }
}
