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

/** Ids of the wizard shell's nodes. */
public final class WizardIds {
  /** The step list. */
  public static final String STEPS = "wizard-steps";

  /** The page in view. */
  public static final String PAGE = "wizard-page";

  /** The line that says what is missing to go on. */
  public static final String MISSING = "wizard-missing";

  public static final String BACK = "wizard-back";
  public static final String NEXT = "wizard-next";

  /** The failure that another page handed to the one in view. */
  public static final String FAILURE = "wizard-failure";

  private WizardIds() {}

  /** A step's button, such as {@code step-source}. */
  public static String step(PageId page) {
    return "step-" + page.key();
  }
}
