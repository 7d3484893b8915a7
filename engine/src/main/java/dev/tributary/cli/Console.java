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
package dev.tributary.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tributary.spec.Secrets;
import java.io.PrintStream;

/** Where a command writes: results to one stream, everything else to the other. */
record Console(PrintStream out, PrintStream err) {

  /** A JSON document, on lines of its own. */
  void document(JsonNode document) {
    out.println(document.toPrettyString());
    out.flush();
  }

  /** A JSON document on one line, among others. */
  void line(JsonNode document) {
    out.println(document);
    out.flush();
  }

  /** A text for people. */
  void text(String text) {
    out.println(text);
    out.flush();
  }

  /** A remark beside the result; secrets are taken out. */
  void note(String text) {
    err.println(Secrets.redact(text));
    err.flush();
  }
}
