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
package dev.tributary.target;

import java.io.ByteArrayOutputStream;
import java.util.BitSet;

/** Sets of key numbers in few bytes: the gaps between them, as varints. */
public final class KeyNumbers {
  private KeyNumbers() {}

  static byte[] encode(BitSet numbers) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    int previous = 0;
    for (int i = numbers.nextSetBit(0); i >= 0; i = numbers.nextSetBit(i + 1)) {
      int gap = i - previous;
      while (gap > 0x7F) {
        bytes.write((gap & 0x7F) | 0x80);
        gap >>>= 7;
      }
      bytes.write(gap);
      previous = i;
    }
    return bytes.toByteArray();
  }

  /** Adds the encoded numbers to a set. */
  public static void decode(byte[] encoded, BitSet into) {
    int number = 0;
    int gap = 0;
    int shift = 0;
    for (byte part : encoded) {
      gap |= (part & 0x7F) << shift;
      shift += 7;
      if (part >= 0) {
        number += gap;
        into.set(number);
        gap = 0;
        shift = 0;
      }
    }
  }
}
