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
package dev.tributary.app.mapping;

import java.util.List;

/**
 * What is known about the chosen key.
 *
 * @param id stable, for the node that shows it
 * @param subject what was asked
 * @param answer what was found, with the count
 * @param examples offending values
 */
public record KeyFinding(
    String id, Verdict verdict, String subject, String answer, List<String> examples) {
  public KeyFinding {
    examples = List.copyOf(examples);
  }

  /** Whether the key passes. */
  public enum Verdict {
    GOOD,
    BAD,
    UNKNOWN,
    /** It was only true before or after, so it is a warning. */
    DOUBTFUL
  }
}
