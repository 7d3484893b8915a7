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
package dev.tributary.benchmark.workload;

import java.util.List;
import java.util.Map;

/**
 * What came out of a workload.
 *
 * @param parameters numbers that say how large it was, such as rows and changes
 * @param equality what all engines' results were found equal to
 * @param notes what a reader has to know of the figures
 */
public record Result(
    Map<String, Long> parameters,
    List<Series> series,
    List<Bar> bars,
    Fingerprint equality,
    List<String> notes) {

  public Result {
    parameters = Map.copyOf(parameters);
    series = List.copyOf(series);
    bars = List.copyOf(bars);
    notes = List.copyOf(notes);
  }
}
