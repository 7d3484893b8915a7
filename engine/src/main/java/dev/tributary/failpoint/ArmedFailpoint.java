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

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A failpoint that does something, once. Safe for use by several threads. */
final class ArmedFailpoint {
  private final Failpoint point;
  private final AtomicInteger passesLeft;
  private final boolean halts;

  private ArmedFailpoint(Failpoint point, int pass, boolean halts) {
    this.point = point;
    this.passesLeft = new AtomicInteger(pass);
    this.halts = halts;
  }

  /**
   * @throws IllegalArgumentException when the text is no list of failpoints: a test that arms none
   *     would prove nothing
   */
  static List<ArmedFailpoint> parse(String text) {
    List<ArmedFailpoint> armed = new ArrayList<>();
    for (String item : text.isBlank() ? new String[0] : text.split(",")) {
      String name = item;
      int pass = 1;
      boolean halts = true;
      String[] parts = item.split(":");
      for (int i = 1; i < parts.length; i++) {
        switch (parts[i]) {
          case "halt" -> halts = true;
          case "throw" -> halts = false;
          default -> pass = Integer.parseInt(parts[i]);
        }
        name = parts[0];
      }
      armed.add(new ArmedFailpoint(Failpoint.valueOf(name), pass, halts));
    }
    return List.copyOf(armed);
  }

  boolean fires(Failpoint passed) {
    return passed == point && passesLeft.decrementAndGet() == 0;
  }

  boolean halts() {
    return halts;
  }
}
