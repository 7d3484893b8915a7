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
package dev.tributary.errors;

/**
 * A failure that a user can act on. The message is one line: what could not be done, which value
 * was in the way, and what to do about it; it never holds a secret.
 */
public abstract class TributaryException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Area area;
  private final int exitCode;

  protected TributaryException(Area area, int exitCode, String message, Throwable cause) {
    super(message, cause);
    this.area = area;
    this.exitCode = exitCode;
  }

  /** The part of the migration that has to change. */
  public Area area() {
    return area;
  }

  /** The exit code of a command that ends with this failure, as the command line documents it. */
  public int exitCode() {
    return exitCode;
  }
}
