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
package dev.tributary.app.mapping;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javafx.beans.InvalidationListener;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;

/** One source column, and what the person chose for it. */
public final class ColumnRow {
  private final String source;
  private final String sourceType;
  private final boolean required;
  private final List<String> types;
  private final Optional<String> notKey;
  private final BooleanProperty used = new SimpleBooleanProperty(this, "used", true);
  private final StringProperty target = new SimpleStringProperty(this, "target");
  private final StringProperty type = new SimpleStringProperty(this, "type");
  private final BooleanProperty key = new SimpleBooleanProperty(this, "key");

  /**
   * A column that keeps its name and type.
   *
   * @param source dotted path
   * @param types that the target column can have, the source's own first
   * @param notKey why the column cannot identify a row; empty if it can
   */
  ColumnRow(
      String source,
      String sourceType,
      boolean required,
      List<String> types,
      Optional<String> notKey) {
    this.source = Objects.requireNonNull(source, "source");
    this.sourceType = Objects.requireNonNull(sourceType, "sourceType");
    this.required = required;
    this.types = List.copyOf(types);
    this.notKey = Objects.requireNonNull(notKey, "notKey");
    target.set(source);
    type.set(this.types.get(0));
  }

  void onChange(Runnable action) {
    InvalidationListener listener = property -> action.run();
    List.of(used, target, type, key).forEach(property -> property.addListener(listener));
  }

  /** Dotted path in the source. */
  public String source() {
    return source;
  }

  /** Type in the source, in Iceberg's notation. */
  public String sourceType() {
    return sourceType;
  }

  /** Whether the source allows no nulls. */
  public boolean required() {
    return required;
  }

  /** The types that the target column can have, the source's own first. */
  public List<String> types() {
    return types;
  }

  /** Why the column cannot identify a row; empty if it can. */
  public Optional<String> notKey() {
    return notKey;
  }

  /** Whether the column goes to the target. */
  public BooleanProperty used() {
    return used;
  }

  /** Name in the target. */
  public StringProperty target() {
    return target;
  }

  /** Type in the target. */
  public StringProperty type() {
    return type;
  }

  /** Whether the column is part of the key. */
  public BooleanProperty key() {
    return key;
  }

  /** Whether name or type differ from the source. */
  boolean changed() {
    return !target.get().equals(source) || !type.get().equals(types.get(0));
  }
}
