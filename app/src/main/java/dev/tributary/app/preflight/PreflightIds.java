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
package dev.tributary.app.preflight;

/** Ids of the Pre-flight page's nodes. */
public final class PreflightIds {
  public static final String PAGE = "preflight-page";
  public static final String LIST = "preflight-list";
  public static final String SUMMARY = "preflight-summary";
  public static final String CHECK = "preflight-check";
  public static final String SAVE = "preflight-save";
  public static final String ALTER = "preflight-alter";
  public static final String ALTER_WORDS = "preflight-alter-words";
  public static final String FAILURE = "preflight-failure";
  public static final String BUSY = "preflight-busy";

  private PreflightIds() {}

  /** The row of a finding. */
  public static String finding(String id) {
    return "preflight-finding-" + id;
  }

  /** The box that takes note of a warning. */
  public static String noted(String id) {
    return "preflight-noted-" + id;
  }
}
