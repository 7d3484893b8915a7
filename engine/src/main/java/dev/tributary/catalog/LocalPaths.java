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
package dev.tributary.catalog;

import dev.tributary.errors.SpecException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The local file behind a location string. Iceberg's metadata holds paths as plain text, also
 * behind {@code file:}: a {@code %20} in them is part of the file's name, as other engines write
 * it. People, on the other hand, paste URIs, where it stands for a blank.
 */
final class LocalPaths {
  private static final Pattern SCHEME = Pattern.compile("^[A-Za-z][A-Za-z0-9+.-]+:.*");
  private static final Pattern WINDOWS_DRIVE = Pattern.compile("^/[A-Za-z]:(/.*)?$");
  private static final Pattern ESCAPE = Pattern.compile("%[0-9A-Fa-f]{2}");

  private LocalPaths() {}

  /** Whether the location is a {@code file:} URI or a path without a scheme. */
  static boolean isLocal(String location) {
    return isFileUri(location) || !SCHEME.matcher(location).matches();
  }

  /** The file that the location's text names. */
  static Path literal(String location) {
    return Path.of(pathText(location));
  }

  /**
   * The file that the location names for a reader: as the text says, or, if there is none, as the
   * percent-decoded URI says.
   */
  static Path existing(String location) {
    Path literal = literal(location);
    if (Files.exists(literal)) {
      return literal;
    }
    return decoded(location).filter(Files::exists).orElse(literal);
  }

  /** The location percent-decoded; empty when it holds no escapes or is no {@code file:} URI. */
  static Optional<Path> decoded(String location) {
    if (!isFileUri(location) || !ESCAPE.matcher(location).find()) {
      return Optional.empty();
    }
    // URLDecoder takes '+' for a blank, which only forms do.
    String text = pathText(location).replace("+", "%2B");
    try {
      return Optional.of(Path.of(URLDecoder.decode(text, StandardCharsets.UTF_8)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** The location of a path as metadata stores it: absolute, plain text, no escapes. */
  static String location(Path path) {
    String text = path.toAbsolutePath().normalize().toString().replace('\\', '/');
    return text.startsWith("/") ? "file:" + text : "file:/" + text;
  }

  /** The location's path without scheme and host, as plain text; other hosts are kept. */
  static String plain(String location) {
    try {
      return pathText(location);
    } catch (SpecException e) {
      return location;
    }
  }

  private static boolean isFileUri(String location) {
    return location.toLowerCase(Locale.ROOT).startsWith("file:");
  }

  private static String pathText(String location) {
    if (!isFileUri(location)) {
      return location;
    }
    String path = location.substring("file:".length());
    if (path.startsWith("//")) {
      int slash = path.indexOf('/', 2);
      String authority = slash < 0 ? path.substring(2) : path.substring(2, slash);
      if (!authority.isEmpty() && !authority.equalsIgnoreCase("localhost")) {
        throw new SpecException(
            String.format(
                "Cannot open %s: a file URI has three slashes before an absolute path, and '%s' is"
                    + " not this machine.",
                location, authority));
      }
      path = slash < 0 ? "/" : path.substring(slash);
    }
    return WINDOWS_DRIVE.matcher(path).matches() ? path.substring(1) : path;
  }
}
