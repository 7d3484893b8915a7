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
package dev.tributary.app.frame;

import javafx.beans.property.IntegerProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyIntegerProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.SimpleIntegerProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;

/** Which place is in view, and what the window is called. */
public final class FrameViewModel {
  private final ObjectProperty<Place> place =
      new SimpleObjectProperty<>(this, "place", Place.MIGRATIONS);
  private final IntegerProperty frontRequests = new SimpleIntegerProperty(this, "frontRequests");
  private final StringProperty subject = new SimpleStringProperty(this, "subject", "");

  /** The place in view. */
  public ReadOnlyObjectProperty<Place> place() {
    return place;
  }

  /** Brings a place into view. */
  public void show(Place next) {
    place.set(next);
  }

  /** Counts how often the window was asked to come to the front. */
  public ReadOnlyIntegerProperty frontRequests() {
    return frontRequests;
  }

  /** Brings the window to the front, for other windows that lead back to it. */
  public void requestFront() {
    frontRequests.set(frontRequests.get() + 1);
  }

  /** What the window title names before the product; empty: nothing. */
  public StringProperty subject() {
    return subject;
  }
}
