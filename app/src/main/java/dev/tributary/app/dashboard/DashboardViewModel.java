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
package dev.tributary.app.dashboard;

import dev.tributary.app.chart.ChartData;
import dev.tributary.app.engine.Job;
import dev.tributary.app.engine.Jobs;
import dev.tributary.app.task.BackgroundTask;
import dev.tributary.app.task.Failure;
import dev.tributary.app.task.RunningTask;
import dev.tributary.app.task.TaskExecutor;
import dev.tributary.app.text.Texts;
import dev.tributary.errors.TributaryException;
import dev.tributary.metrics.SnapshotMetrics;
import dev.tributary.metrics.TargetMetrics;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.Specs;
import dev.tributary.spec.TargetSpec;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import javafx.beans.property.IntegerProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleIntegerProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The metrics of one target, kept up to date while somebody looks. */
public final class DashboardViewModel {
  private static final Logger LOG = LoggerFactory.getLogger(DashboardViewModel.class);
  private static final Duration INTERVAL = Duration.ofSeconds(5);
  private static final int MOST_SAMPLE_ROWS = 50;

  /** What is charted. */
  public enum Chart {
    ROWS,
    CHANGES,
    FILES,
    VECTORS,
    VECTOR_BYTES,
    DELETED_SHARE
  }

  private final Jobs jobs;
  private final List<Path> recentSpecs;
  private final TaskExecutor executor;
  private final Texts texts;
  private final Clock clock;

  private final ObservableList<TargetChoice> targets = FXCollections.observableArrayList();
  private final ObjectProperty<TargetChoice> target = new SimpleObjectProperty<>(this, "target");
  private final ObservableList<SnapshotMetrics> snapshots = FXCollections.observableArrayList();
  private final IntegerProperty selected = new SimpleIntegerProperty(this, "selected", -1);
  private final Map<Chart, ReadOnlyObjectWrapper<ChartData>> charts = new EnumMap<>(Chart.class);
  private final ReadOnlyObjectWrapper<TargetSample> sample =
      new ReadOnlyObjectWrapper<>(this, "sample", TargetSample.NONE);
  private final ReadOnlyBooleanWrapper loading = new ReadOnlyBooleanWrapper(this, "loading");
  private final ReadOnlyStringWrapper asOf = new ReadOnlyStringWrapper(this, "asOf", "");
  private final ReadOnlyStringWrapper advice = new ReadOnlyStringWrapper(this, "advice", "");
  private final ReadOnlyObjectWrapper<Optional<Failure>> failure =
      new ReadOnlyObjectWrapper<>(this, "failure", Optional.empty());
  private RunningTask beat = RunningTask.none();
  private RunningTask load = RunningTask.none();
  private RunningTask list = RunningTask.none();
  private Optional<Path> wanted = Optional.empty();

  /**
   * A dashboard without a target.
   *
   * @param recentSpecs spec files that were opened lately, latest first; may change
   */
  public DashboardViewModel(
      Jobs jobs, List<Path> recentSpecs, TaskExecutor executor, Texts texts, Clock clock) {
    this.jobs = jobs;
    this.recentSpecs = recentSpecs;
    this.executor = executor;
    this.texts = texts;
    this.clock = clock;
    for (Chart chart : Chart.values()) {
      charts.put(chart, new ReadOnlyObjectWrapper<>(this, chart.name(), chart(chart, List.of())));
    }
    target.addListener(
        (property, before, now) -> {
          if (now != null && (before == null || !now.specFile().equals(before.specFile()))) {
            clear();
            refresh();
          }
        });
  }

  /** Somebody looks from now on. */
  public void show() {
    listTargets();
    refresh();
    beat.cancel();
    beat = executor.every(INTERVAL, this::refresh);
  }

  /** Nobody looks any more. */
  public void hide() {
    beat.cancel();
  }

  /** Chooses the target of a job, now or as soon as the targets are listed. */
  public void choose(Job job) {
    wanted = Optional.of(job.specFile());
    listTargets();
  }

  private void listTargets() {
    list.cancel();
    List<Path> specs = List.copyOf(recentSpecs);
    list =
        BackgroundTask.of(control -> targets(jobs.list(), specs))
            .onSuccess(this::show)
            .onFailure(reason -> failure.set(Optional.of(reason)))
            .executeWith(executor);
  }

  /** The targets of all jobs, then those of the specs that none of the jobs ran. */
  private static List<TargetChoice> targets(List<Job> jobs, List<Path> specs) {
    Map<TargetSpec, TargetChoice> found = new LinkedHashMap<>();
    jobs.forEach(job -> add(found, job.specFile()));
    specs.forEach(file -> add(found, file));
    return List.copyOf(found.values());
  }

  private static void add(Map<TargetSpec, TargetChoice> found, Path file) {
    MigrationSpec spec;
    try {
      spec = Specs.read(file);
    } catch (TributaryException e) {
      LOG.debug("No target to show, since the spec cannot be read any more: {}", file, e);
      return;
    }
    TargetSpec target = spec.target();
    TargetSpec place =
        TargetSpec.builder(target.table())
            .catalogName(target.catalogName())
            .catalogProperties(target.catalogProperties())
            .build();
    found.putIfAbsent(place, new TargetChoice(spec.name(), target.table(), file));
  }

  private void show(List<TargetChoice> found) {
    TargetChoice chosen = target.get();
    Optional<Path> file = wanted.or(() -> Optional.ofNullable(chosen).map(TargetChoice::specFile));
    wanted = Optional.empty();
    targets.setAll(found);
    Optional<TargetChoice> same =
        found.stream().filter(choice -> file.equals(Optional.of(choice.specFile()))).findFirst();
    target.set(same.or(() -> found.stream().findFirst()).orElse(null));
  }

  private void clear() {
    snapshots.clear();
    selected.set(-1);
    sample.set(TargetSample.NONE);
    asOf.set("");
    advice.set("");
    failure.set(Optional.empty());
    charts.forEach((chart, data) -> data.set(chart(chart, List.of())));
  }

  private record Read(TargetChoice of, List<SnapshotMetrics> snapshots, TargetSample sample) {}

  /** Reads the target's metadata again. */
  public void refresh() {
    TargetChoice choice = target.get();
    if (choice == null || load.running()) {
      return;
    }
    OptionalLong last =
        snapshots.isEmpty()
            ? OptionalLong.empty()
            : OptionalLong.of(snapshots.get(snapshots.size() - 1).snapshotId());
    TargetSample known = sample.get();
    loading.set(true);
    load =
        BackgroundTask.of(control -> read(choice, last, known))
            .onSuccess(this::show)
            .onFailure(reason -> failure.set(Optional.of(reason)))
            .onFinished(() -> loading.set(false))
            .executeWith(executor);
  }

  private static Read read(TargetChoice choice, OptionalLong last, TargetSample known)
      throws java.io.IOException {
    TargetSpec spec = Specs.read(choice.specFile()).target();
    List<SnapshotMetrics> metrics = TargetMetrics.read(spec);
    boolean same =
        !metrics.isEmpty()
            && last.equals(OptionalLong.of(metrics.get(metrics.size() - 1).snapshotId()));
    return new Read(choice, metrics, same ? known : TargetSample.read(spec, MOST_SAMPLE_ROWS));
  }

  private void show(Read read) {
    if (!read.of().equals(target.get())) {
      load = RunningTask.none();
      refresh();
      return;
    }
    failure.set(Optional.empty());
    asOf.set(texts.text("dashboard.as-of", texts.formats().local(clock.instant())));
    if (!snapshots.equals(read.snapshots())) {
      snapshots.setAll(read.snapshots());
      charts.forEach((chart, data) -> data.set(chart(chart, read.snapshots())));
      advice.set(advice(read.snapshots()));
    }
    sample.set(read.sample());
  }

  private ChartData chart(Chart chart, List<SnapshotMetrics> metrics) {
    List<ChartData.Series> series =
        switch (chart) {
          case ROWS ->
              List.of(
                  unsure("live-rows", metrics, SnapshotMetrics::liveRows),
                  unsure("total-rows", metrics, SnapshotMetrics::totalRows));
          case CHANGES ->
              List.of(
                  unsure("added-rows", metrics, SnapshotMetrics::addedRows),
                  unsure("deleted-rows", metrics, m -> negative(m.deletedRows())));
          case FILES ->
              List.of(
                  sure("data-files", metrics, SnapshotMetrics::dataFiles),
                  sure("dv-files", metrics, SnapshotMetrics::deletionVectorFiles),
                  sure("position-delete-files", metrics, SnapshotMetrics::positionDeleteFiles),
                  sure("equality-delete-files", metrics, SnapshotMetrics::equalityDeleteFiles));
          case VECTORS ->
              List.of(sure("dv-positions", metrics, SnapshotMetrics::deletionVectorPositions));
          case VECTOR_BYTES ->
              List.of(sure("dv-bytes", metrics, SnapshotMetrics::deletionVectorBytes));
          case DELETED_SHARE ->
              List.of(
                  new ChartData.Series(
                      texts.text("dashboard.series.deleted-share"),
                      metrics.stream().map(DashboardViewModel::deletedPercent).toList()));
        };
    return new ChartData(
        texts.text("dashboard.chart." + chart),
        texts.text("dashboard.snapshot-axis"),
        labels(metrics),
        series);
  }

  private static OptionalLong negative(OptionalLong value) {
    return value.isPresent() ? OptionalLong.of(-value.getAsLong()) : value;
  }

  private ChartData.Series unsure(
      String name, List<SnapshotMetrics> metrics, Function<SnapshotMetrics, OptionalLong> value) {
    return new ChartData.Series(
        texts.text("dashboard.series." + name),
        metrics.stream()
            .map(value)
            .map(v -> v.isPresent() ? OptionalDouble.of(v.getAsLong()) : OptionalDouble.empty())
            .toList());
  }

  private ChartData.Series sure(
      String name, List<SnapshotMetrics> metrics, ToLongFunction<SnapshotMetrics> value) {
    return unsure(name, metrics, m -> OptionalLong.of(value.applyAsLong(m)));
  }

  /** Numbers from the oldest snapshot on; a dot marks those that Tributary committed. */
  private List<String> labels(List<SnapshotMetrics> metrics) {
    List<String> labels = new ArrayList<>();
    for (int i = 0; i < metrics.size(); i++) {
      labels.add(
          texts.formats().number(i + 1) + (metrics.get(i).position().isPresent() ? " •" : ""));
    }
    return labels;
  }

  private static OptionalDouble deletedPercent(SnapshotMetrics metrics) {
    if (metrics.totalRows().isEmpty() || metrics.liveRows().isEmpty()) {
      return OptionalDouble.empty();
    }
    long total = metrics.totalRows().getAsLong();
    return total == 0
        ? OptionalDouble.of(0)
        : OptionalDouble.of(100.0 * (total - metrics.liveRows().getAsLong()) / total);
  }

  private String advice(List<SnapshotMetrics> metrics) {
    if (metrics.isEmpty()) {
      return texts.text("dashboard.advice.empty");
    }
    OptionalDouble percent = deletedPercent(metrics.get(metrics.size() - 1));
    if (percent.isEmpty()) {
      return texts.text("dashboard.advice.unknown");
    }
    double share = percent.getAsDouble();
    String key = share >= 30 ? "compact" : share >= 10 ? "watch" : "fine";
    return texts.text("dashboard.advice." + key, texts.formats().decimal(share));
  }

  /** The targets to choose from. */
  public ObservableList<TargetChoice> targets() {
    return targets;
  }

  /** The target in view; null while there is none. */
  public ObjectProperty<TargetChoice> target() {
    return target;
  }

  /** Its snapshots, oldest first. */
  public ObservableList<SnapshotMetrics> snapshots() {
    return snapshots;
  }

  /** The snapshot that is pointed at, by its place in the list; -1: none. */
  public IntegerProperty selected() {
    return selected;
  }

  /** What a chart shows. */
  public ReadOnlyObjectProperty<ChartData> chart(Chart chart) {
    return charts.get(chart).getReadOnlyProperty();
  }

  /** Columns of the sample. */
  ReadOnlyObjectProperty<TargetSample> sample() {
    return sample.getReadOnlyProperty();
  }

  /** Whether metadata is being read. */
  public ReadOnlyBooleanProperty loading() {
    return loading.getReadOnlyProperty();
  }

  /** When the metadata was read. */
  public ReadOnlyStringProperty asOf() {
    return asOf.getReadOnlyProperty();
  }

  /** What the share of deleted rows asks for. */
  public ReadOnlyStringProperty advice() {
    return advice.getReadOnlyProperty();
  }

  /** Why the metadata could not be read. */
  public ReadOnlyObjectProperty<Optional<Failure>> failure() {
    return failure.getReadOnlyProperty();
  }
}
