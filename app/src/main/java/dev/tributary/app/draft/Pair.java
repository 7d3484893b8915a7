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
package dev.tributary.app.draft;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javafx.beans.Observable;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;

/** Two texts that are edited in one row of a small table, such as a property and its value. */
public final class Pair {
  private final StringProperty left;
  private final StringProperty right;

  /** A row with these texts. */
  public Pair(String left, String right) {
    this.left = new SimpleStringProperty(this, "left", left);
    this.right = new SimpleStringProperty(this, "right", right);
  }

  /** The first text. */
  public StringProperty left() {
    return left;
  }

  /** The second text. */
  public StringProperty right() {
    return right;
  }

  /** An empty list that also tells when a text inside a row changes. */
  public static ObservableList<Pair> list() {
    return FXCollections.observableArrayList(pair -> new Observable[] {pair.left, pair.right});
  }

  /** Rows for a map's entries. */
  public static List<Pair> rows(Map<String, String> map) {
    return map.entrySet().stream().map(e -> new Pair(e.getKey(), e.getValue())).toList();
  }

  /** A map of the rows whose first text is not blank. */
  public static Map<String, String> map(List<Pair> rows) {
    Map<String, String> map = new LinkedHashMap<>();
    for (Pair row : rows) {
      if (!row.left.get().isBlank()) {
        map.put(row.left.get().strip(), row.right.get().strip());
      }
    }
    return map;
  }
}
