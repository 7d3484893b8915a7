package dev.tributary.app.job;

import dev.tributary.app.engine.Job;

/** Where a job's window can lead. */
public interface JobActions {

  /** Compares the job's target with its source. */
  void verify(Job job);

  /** Shows the job's target on the dashboard. */
  void openDashboard(Job job);

  /** Shows a report that can be saved. */
  void openReport(String title, String report);
}
