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
package dev.tributary.spec;

import java.util.Objects;

/**
 * Where files are now, for tables that were moved or copied.
 *
 * @param from prefix of the paths as the metadata stores them
 * @param to prefix that replaces it
 */
public record PathRewrite(String from, String to) {
  public PathRewrite {
    Objects.requireNonNull(from, "from");
    Objects.requireNonNull(to, "to");
  }
}
