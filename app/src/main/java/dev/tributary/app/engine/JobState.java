package dev.tributary.app.engine;

/** Where a job stands; the last four are final. */
public enum JobState {
  STARTING,
  RUNNING,
  CANCELLING,
  SUCCEEDED,
  NOTHING_TO_DO,
  FAILED,
  CANCELLED;

  /** Whether the job has ended. */
  public boolean finished() {
    return ordinal() >= SUCCEEDED.ordinal();
  }
}
