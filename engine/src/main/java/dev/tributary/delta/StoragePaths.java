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
package dev.tributary.delta;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** Storage paths as plain text, as Hadoop writes them, against the URIs that the log stores. */
final class StoragePaths {
  // One letter before the colon is a Windows drive.
  private static final Pattern SCHEME = Pattern.compile("^[A-Za-z][A-Za-z0-9+.-]+:.*");

  private StoragePaths() {}

  static boolean hasScheme(String path) {
    return SCHEME.matcher(path).matches();
  }

  static boolean isAbsolute(String path) {
    return hasScheme(path) || path.startsWith("/");
  }

  /** Undoes percent-encoding, once; a plus sign stays, as it is no encoding in paths. */
  static String decode(String encoded) {
    if (encoded.indexOf('%') < 0) {
      return encoded;
    }
    byte[] bytes = encoded.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream decoded = new ByteArrayOutputStream(bytes.length);
    for (int i = 0; i < bytes.length; i++) {
      int value = bytes[i] == '%' && i + 2 < bytes.length ? hex(bytes[i + 1], bytes[i + 2]) : -1;
      if (value < 0) {
        decoded.write(bytes[i]);
      } else {
        decoded.write(value);
        i += 2;
      }
    }
    return decoded.toString(StandardCharsets.UTF_8);
  }

  private static int hex(byte high, byte low) {
    int h = Character.digit(high, 16);
    int l = Character.digit(low, 16);
    return h < 0 || l < 0 ? -1 : h * 16 + l;
  }

  /** The URI form of a plain path, percent-encoded. */
  static String encode(String plain) throws URISyntaxException {
    int colon = hasScheme(plain) ? plain.indexOf(':') : -1;
    String scheme = colon < 0 ? null : plain.substring(0, colon);
    return new URI(scheme, plain.substring(colon + 1), null).toString();
  }

  /** A path that a spec names, in the form in which this package hands paths around. */
  static String fileLocation(String path) {
    return LocalFileIO.handles(path) ? LocalFileIO.toLocation(LocalFileIO.toPath(path)) : path;
  }

  /**
   * The location of a table that a person named: a local path, or a URI whose encoding is undone
   * unless the text names a directory as it is.
   */
  static String tableLocation(String table) {
    String trimmed = table.length() > 1 ? table.replaceFirst("/+$", "") : table;
    if (!LocalFileIO.handles(trimmed)) {
      return trimmed;
    }
    Path asWritten = LocalFileIO.toPath(trimmed);
    boolean encoded = hasScheme(trimmed) && !Files.exists(asWritten);
    return LocalFileIO.toLocation(encoded ? LocalFileIO.toPath(decode(trimmed)) : asWritten);
  }
}
