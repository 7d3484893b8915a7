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

/**
 * Keeps secrets out of texts that people and files get to see: values from the environment, and
 * values of properties that look like secrets.
 */
public final class Secrets {
  private Secrets() {}

  /** Whether a property of this name holds a secret, such as {@code s3.secret-access-key}. */
  public static boolean isSecret(String property) {
    throw new UnsupportedOperationException("Not wired yet");
  }

  /**
   * The text without secrets: a value that a spec took from the environment becomes its {@code
   * ${NAME}} again, other secrets become {@code ***}.
   */
  public static String redact(String text) {
    throw new UnsupportedOperationException("Not wired yet");
  }
}
