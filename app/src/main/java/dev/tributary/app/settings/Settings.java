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
package dev.tributary.app.settings;

import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.TreeMap;
import javafx.beans.property.IntegerProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleIntegerProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;

/**
 * Theme, font size, language, folders and recent specs. Changed on the UI thread; {@link #text()}
 * there and {@link #store} off it keep them in one small file.
 */
public final class Settings {
  /** Smallest and largest font size that can be chosen, in points of the screen. */
  public static final int SMALLEST_FONT = 10;

  public static final int LARGEST_FONT = 24;
  private static final int DEFAULT_FONT = 14;
  private static final int MOST_RECENTS = 10;

  private final Path directory;
  private final ObjectProperty<Theme> theme = new SimpleObjectProperty<>(this, "theme");
  private final IntegerProperty fontSize = new SimpleIntegerProperty(this, "fontSize");
  private final ObjectProperty<Locale> language = new SimpleObjectProperty<>(this, "language");
  private final ObjectProperty<Path> samplesFolder =
      new SimpleObjectProperty<>(this, "samplesFolder");
  private final ObjectProperty<Path> specsFolder = new SimpleObjectProperty<>(this, "specsFolder");
  private final ObservableList<Path> recents = FXCollections.observableArrayList();

  /** Light or dark. */
  public enum Theme {
    LIGHT,
    DARK
  }

  private Settings(Path directory, Properties values) {
    this.directory = directory;
    Path home = Path.of(System.getProperty("user.home"));
    theme.set(Theme.DARK.name().equals(values.getProperty("theme")) ? Theme.DARK : Theme.LIGHT);
    fontSize.set(fontSize(values.getProperty("font-size")));
    language.set(Locale.forLanguageTag(values.getProperty("language", "en")));
    samplesFolder.set(
        Path.of(
            values.getProperty("samples-folder", home.resolve("tributary-samples").toString())));
    specsFolder.set(Path.of(values.getProperty("specs-folder", home.toString())));
    for (int i = 0; values.containsKey("recent." + i); i++) {
      recents.add(Path.of(values.getProperty("recent." + i)));
    }
  }

  private static int fontSize(String value) {
    try {
      int size = value == null ? DEFAULT_FONT : Integer.parseInt(value.strip());
      return Math.max(SMALLEST_FONT, Math.min(LARGEST_FONT, size));
    } catch (NumberFormatException e) {
      return DEFAULT_FONT;
    }
  }

  /**
   * Reads the settings in {@code directory}; what is not there, or not readable as a setting, has
   * its default.
   *
   * @throws UncheckedIOException when the file is there but cannot be read
   */
  public static Settings load(Path directory) {
    Properties values = new Properties();
    Path file = directory.resolve("settings.properties");
    if (Files.exists(file)) {
      try (Reader reader = Files.newBufferedReader(file)) {
        values.load(reader);
      } catch (IOException e) {
        throw new UncheckedIOException("Cannot read the settings in " + file, e);
      }
    }
    return new Settings(directory, values);
  }

  /** Where the app keeps what it has to remember. */
  public Path directory() {
    return directory;
  }

  /** Light or dark. */
  public ObjectProperty<Theme> theme() {
    return theme;
  }

  /** The size that all others are multiples of, in pixels. */
  public IntegerProperty fontSize() {
    return fontSize;
  }

  /** The language of the window. */
  public ObjectProperty<Locale> language() {
    return language;
  }

  /** Where the sample tables go. */
  public ObjectProperty<Path> samplesFolder() {
    return samplesFolder;
  }

  /** Where spec files are saved unless another folder is chosen. */
  public ObjectProperty<Path> specsFolder() {
    return specsFolder;
  }

  /** Spec files that were opened or saved, latest first. */
  public ObservableList<Path> recents() {
    return recents;
  }

  /** Puts a spec file first among the recent ones. */
  public void remember(Path spec) {
    Path file = spec.toAbsolutePath().normalize();
    recents.remove(file);
    recents.add(0, file);
    if (recents.size() > MOST_RECENTS) {
      recents.remove(MOST_RECENTS, recents.size());
    }
  }

  /** Takes a spec file off the recent ones. */
  public void forget(Path spec) {
    recents.remove(spec);
  }

  /** The settings as their file holds them. */
  public String text() {
    TreeMap<String, String> values = new TreeMap<>();
    values.put("theme", theme.get().name());
    values.put("font-size", Integer.toString(fontSize.get()));
    values.put("language", language.get().toLanguageTag());
    values.put("samples-folder", samplesFolder.get().toString());
    values.put("specs-folder", specsFolder.get().toString());
    List<Path> files = new ArrayList<>(recents);
    for (int i = 0; i < files.size(); i++) {
      values.put("recent." + i, files.get(i).toString());
    }
    Properties properties = new Properties();
    properties.putAll(values);
    StringWriter text = new StringWriter();
    try {
      properties.store(text, null);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  /**
   * Writes {@code text} as the settings file, whole or not at all.
   *
   * @throws IOException when the folder cannot be written
   */
  public void store(String text) throws IOException {
    Files.createDirectories(directory);
    Path draft = Files.createTempFile(directory, "settings", ".tmp");
    Files.writeString(draft, text);
    Files.move(
        draft,
        directory.resolve("settings.properties"),
        StandardCopyOption.REPLACE_EXISTING,
        StandardCopyOption.ATOMIC_MOVE);
  }
}
