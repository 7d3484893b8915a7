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

import java.io.Serializable;

/** Packed bytes that are passed from one step to the next: themselves, or a claim on them. */
sealed interface Block extends Serializable {

  int length();

  /** The bytes travel with the element; on runners whose workers share no disk. */
  record Inline(byte[] bytes) implements Block {
    @Override
    public int length() {
      return bytes.length;
    }
  }

  /** The bytes lie in a spill file; on the direct runner. */
  record Spilled(String file, long offset, int length) implements Block {}
}
