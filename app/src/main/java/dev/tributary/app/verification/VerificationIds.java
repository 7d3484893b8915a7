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
package dev.tributary.app.verification;

/** Ids of the nodes of verification windows. */
public final class VerificationIds {
  public static final String WINDOW = "verify-window";
  public static final String VERDICT = "verify-verdict";
  public static final String AGAIN = "verify-again";
  public static final String BUSY = "verify-busy";
  public static final String FAILURE = "verify-failure";
  public static final String EXAMPLES = "verify-examples";

  private VerificationIds() {}

  /** The value of a count, such as {@code verify-count-source-rows}. */
  public static String count(String count) {
    return "verify-count-" + count;
  }
}
