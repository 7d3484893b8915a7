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
package dev.tributary.app.wizard;

import dev.tributary.errors.Area;
import java.util.Locale;

/** The wizard's pages, in their order. */
public enum PageId {
  SOURCE,
  RANGE,
  CHANGES,
  MAPPING,
  TARGET,
  PREFLIGHT,
  START;

  /** The page where a person can change what an error is about. */
  public static PageId of(Area area) {
    return switch (area) {
      case SPEC, SOURCE -> SOURCE;
      case RANGE -> RANGE;
      case CHANGES -> CHANGES;
      case MAPPING -> MAPPING;
      case TARGET -> TARGET;
      case RUN -> START;
    };
  }

  /** The name of this page inside node ids and message keys, such as {@code source}. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
