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

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import javax.net.ssl.SSLException;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.exceptions.ForbiddenException;
import org.apache.iceberg.exceptions.NotAuthorizedException;
import org.apache.iceberg.exceptions.RESTException;
import org.apache.iceberg.exceptions.ServiceFailureException;
import org.apache.iceberg.exceptions.ServiceUnavailableException;

/** Puts into words what went wrong between us and a catalog, and what to do about it. */
public final class CatalogFailure {
  private CatalogFailure() {}

  /**
   * A sentence on the failure and one on what to do; ends with a full stop.
   *
   * @param properties of the catalog
   */
  public static String describe(Throwable failure, Map<String, String> properties) {
    String place = place(properties);
    if (has(failure, NotAuthorizedException.class)) {
      return String.format(
          "the catalog %s does not accept the credentials: %s. Check the token or credential in"
              + " catalog_properties, and whether it has expired.",
          place, texts(failure));
    }
    if (has(failure, ForbiddenException.class)) {
      return String.format(
          "the catalog %s does not allow this: %s. Give the credentials in catalog_properties the"
              + " permission, or use others.",
          place, texts(failure));
    }
    if (has(failure, LinkageError.class)
        || has(failure, ClassNotFoundException.class)
        || says(failure, "Cannot find constructor")) {
      return String.format(
          "classes that the catalog needs are not on the class path: %s. Add its library to the"
              + " class path, or choose another type.",
          texts(failure));
    }
    if (says(failure, "default credentials were not found")
        || says(failure, "Application Default Credentials")) {
      return String.format(
          "there are no Google credentials for the catalog %s: %s. Run 'gcloud auth"
              + " application-default login', or let GOOGLE_APPLICATION_CREDENTIALS name a key"
              + " file.",
          place, texts(failure));
    }
    if (has(failure, UnknownHostException.class)) {
      return String.format(
          "the host of the catalog %s is unknown: %s. Check uri in catalog_properties.",
          place, texts(failure));
    }
    if (has(failure, SocketTimeoutException.class)) {
      return String.format(
          "the catalog %s does not answer in time: %s. Check that its service is well, and run"
              + " again.",
          place, texts(failure));
    }
    if (has(failure, SSLException.class)) {
      return String.format(
          "no secure line to the catalog %s: %s. Check whether uri has to begin with http or"
              + " https, and the certificate of the service.",
          place, texts(failure));
    }
    if (has(failure, ConnectException.class)
        || has(failure, SocketException.class)
        || says(failure, "failed to respond")
        || thrift(failure)) {
      return String.format(
          "the catalog %s cannot be reached: %s. Check uri in catalog_properties, and that its"
              + " service is running.",
          place, texts(failure));
    }
    if (has(failure, ServiceFailureException.class)
        || has(failure, ServiceUnavailableException.class)) {
      return String.format(
          "the service of the catalog %s fails: %s. Run again when it is well; its own log says"
              + " more.",
          place, texts(failure));
    }
    if (has(failure, RESTException.class) || has(failure, IOException.class)) {
      return String.format(
          "the catalog %s cannot be used: %s. Check uri and warehouse in catalog_properties.",
          place, texts(failure));
    }
    return texts(failure) + ". Check catalog_properties.";
  }

  private static String place(Map<String, String> properties) {
    return Optional.ofNullable(properties.get(CatalogProperties.URI))
        .or(() -> Optional.ofNullable(properties.get(CatalogProperties.WAREHOUSE_LOCATION)))
        .map(place -> "at " + place)
        .orElse("");
  }

  /** The Hive metastore's client has exceptions of its own for a line that does not stand. */
  private static boolean thrift(Throwable failure) {
    return any(
            failure, it -> it.getClass().getName().endsWith("thrift.transport.TTransportException"))
        || says(failure, "TTransportException");
  }

  private static boolean has(Throwable failure, Class<?> kind) {
    return any(failure, kind::isInstance);
  }

  private static boolean says(Throwable failure, String text) {
    return any(failure, it -> it.getMessage() != null && it.getMessage().contains(text));
  }

  private static boolean any(Throwable failure, Predicate<Throwable> test) {
    for (Throwable it = failure; it != null; it = it.getCause()) {
      if (test.test(it)) {
        return true;
      }
    }
    return false;
  }

  /** The messages from the outermost to the cause, without those that repeat each other. */
  private static String texts(Throwable failure) {
    Set<String> texts = new LinkedHashSet<>();
    for (Throwable it = failure; it != null; it = it.getCause()) {
      String text = it.getMessage();
      text = text == null || text.isBlank() ? it.getClass().getSimpleName() : text.strip();
      String told = text;
      if (texts.stream().noneMatch(before -> before.contains(told))) {
        texts.add(firstLine(told));
      }
    }
    String all = String.join(": ", texts);
    return all.endsWith(".") ? all.substring(0, all.length() - 1) : all;
  }

  private static String firstLine(String text) {
    int end = text.indexOf('\n');
    return end < 0 ? text : text.substring(0, end);
  }
}
