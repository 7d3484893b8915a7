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
package dev.tributary.target;

import dev.tributary.catalog.CatalogFailure;
import dev.tributary.catalog.Catalogs;
import dev.tributary.errors.TargetException;
import dev.tributary.errors.TributaryException;
import dev.tributary.spec.TableTemplate;
import dev.tributary.spec.TargetSpec;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.apache.iceberg.Table;
import org.apache.iceberg.UpdateProperties;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NoSuchTableException;

/** The tables of a target whose name is a template: finding those that are there, making others. */
public final class DestinationTables {
  private DestinationTables() {}

  /**
   * A table that rows go to, as its metadata states it.
   *
   * @param progress empty: no unit was committed to it yet
   */
  public record Known(DestinationMark mark, Optional<Progress> progress) {

    /** The name that the template gave it. */
    public String table() {
      return mark.table();
    }

    /** What it holds, or where it begins; empty: it begins before the source's first commit. */
    public Optional<Progress> reached() {
      return progress.or(mark::beginning);
    }
  }

  /**
   * The tables in the catalog whose names the target's template may give and that are marked as
   * destinations, of whichever source, ordered by name. Costs a look into each such table's
   * metadata.
   *
   * @throws TargetException when the catalog or one of the tables cannot be read
   */
  public static List<Known> find(TargetSpec target) {
    TableTemplate template = TableTemplate.of(target).orElseThrow();
    Catalog catalog = null;
    try {
      catalog =
          Catalogs.open(
              target.catalogName(), target.catalogProperties(), target.configProperties());
      List<Known> found = new ArrayList<>();
      for (TableIdentifier identifier : named(catalog, template.patterns())) {
        load(catalog, identifier).ifPresent(found::add);
      }
      found.sort((a, b) -> a.table().compareTo(b.table()));
      return List.copyOf(found);
    } catch (TributaryException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new TargetException(
          String.format(
              "Cannot look for the tables of target %s: %s",
              target.table(), CatalogFailure.describe(e, target.catalogProperties())),
          e);
    } finally {
      close(catalog);
    }
  }

  /** What all tables hold: that of the one furthest behind; empty while one holds nothing. */
  public static Optional<Progress> committed(List<Known> tables) {
    return tables.stream().allMatch(it -> it.progress().isPresent())
        ? tables.stream()
            .flatMap(it -> it.progress().stream())
            .min(Comparator.comparingLong(it -> it.committedThrough().sequence()))
        : Optional.empty();
  }

  /**
   * The names of the tables that a template has sent rows to, in whatever columns of its source its
   * places were; ordered.
   *
   * @throws TargetException when the catalog or one of the tables cannot be read
   */
  public static List<String> names(TargetSpec target) {
    String shape = TableTemplate.of(target).orElseThrow().name(field -> "{}");
    return find(target).stream()
        .filter(it -> it.mark().template().replaceAll("\\{[0-9]+}", "{}").equals(shape))
        .map(Known::table)
        .distinct()
        .toList();
  }

  private static Optional<Known> load(Catalog catalog, TableIdentifier identifier) {
    Table table;
    try {
      table = catalog.loadTable(identifier);
    } catch (NoSuchTableException e) {
      // It was dropped meanwhile, or is a table of another format.
      return Optional.empty();
    }
    return DestinationMark.in(table.properties())
        .map(mark -> new Known(mark, Progress.in(table.properties())));
  }

  private static List<TableIdentifier> named(Catalog catalog, List<Pattern> patterns) {
    List<TableIdentifier> tables = new ArrayList<>();
    Pattern last = patterns.get(patterns.size() - 1);
    for (Namespace namespace : namespaces(catalog, patterns.subList(0, patterns.size() - 1))) {
      try {
        catalog.listTables(namespace).stream()
            .filter(it -> last.matcher(it.name()).matches())
            .forEach(tables::add);
      } catch (NoSuchNamespaceException e) {
        // Then it has no tables.
        continue;
      }
    }
    return tables;
  }

  private static List<Namespace> namespaces(Catalog catalog, List<Pattern> patterns) {
    if (!(catalog instanceof SupportsNamespaces listing)) {
      throw new TargetException(
          "The target's catalog cannot list its namespaces, so that the tables of a template cannot"
              + " be found again. Name one table in target.table, or use another catalog.");
    }
    List<Namespace> level = List.of(Namespace.empty());
    for (Pattern pattern : patterns) {
      List<Namespace> next = new ArrayList<>();
      for (Namespace parent : level) {
        for (Namespace child : children(listing, parent)) {
          if (pattern.matcher(child.level(child.length() - 1)).matches()) {
            next.add(child);
          }
        }
      }
      level = next;
    }
    return level;
  }

  private static List<Namespace> children(SupportsNamespaces listing, Namespace parent) {
    try {
      return parent.isEmpty() ? listing.listNamespaces() : listing.listNamespaces(parent);
    } catch (NoSuchNamespaceException e) {
      return List.of();
    }
  }

  /**
   * Makes sure that a table exists and is marked; a mark that is there already stays as it is.
   *
   * @param target the table
   * @param definition of the table if it has to be created
   * @return the mark that the table has
   * @throws TargetException when it cannot be created, or follows a source otherwise
   */
  public static DestinationMark establish(
      TargetSpec target, DestinationMark wanted, Supplier<TableDefinition> definition) {
    try (TargetTable table =
        TargetTable.openOrCreate(
            target, () -> definition.get().withProperties(wanted.properties()))) {
      Optional<DestinationMark> mark = table.destination();
      if (mark.isPresent()) {
        requireSame(mark.get(), wanted);
        return mark.get();
      }
      requireFree(table, wanted);
      UpdateProperties update = table.table().updateProperties();
      wanted.properties().forEach(update::set);
      update.commit();
      return wanted;
    }
  }

  /**
   * Refuses a table that cannot be made a destination.
   *
   * @throws TargetException when it follows a source otherwise
   */
  public static void requireFree(TargetTable table, DestinationMark wanted) {
    if (table.destination().isPresent()) {
      requireSame(table.destination().get(), wanted);
      return;
    }
    if (table.progress().isPresent()) {
      throw new TargetException(
          String.format(
              "Table %s follows a source already (with identity %s), and not as a table of this"
                  + " template. Drop it, or write the template in target.table so that it gives"
                  + " another name.",
              wanted.table(), table.progress().get().sourceId()));
    }
  }

  private static void requireSame(DestinationMark mark, DestinationMark wanted) {
    if (!mark.sourceId().equals(wanted.sourceId())) {
      throw new TargetException(
          String.format(
              "Table %s gets rows of another source already, the one with identity %s, and this has"
                  + " %s. Write the template in target.table so that the two get tables of their"
                  + " own.",
              wanted.table(), mark.sourceId(), wanted.sourceId()));
    }
    if (!mark.template().equals(wanted.template())) {
      throw new TargetException(
          String.format(
              "Table %s gets rows by another template already: %s, with column ids, and this is %s."
                  + " Use the template that it was made for, or one that gives other names.",
              wanted.table(), mark.template(), wanted.template()));
    }
    if (!mark.table().equals(wanted.table())) {
      throw new TargetException(
          String.format(
              "Rows would go to the tables %s and %s, which the catalog takes for one. Make the"
                  + " values of the column that names them equal in case.",
              mark.table(), wanted.table()));
    }
  }

  private static void close(Catalog catalog) {
    if (catalog instanceof Closeable closeable) {
      try {
        closeable.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
