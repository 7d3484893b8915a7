package dev.tributary.app.job;

import java.time.Duration;

/**
 * One stage of a run. Stages come again for each unit of work, so the time is that of all units.
 *
 * @param key the engine's word for the stage
 * @param name for people
 */
public record StageRow(String key, String name, Progress progress, Duration spent) {

  /** Whether the stage is ahead, at work or behind. */
  public enum Progress {
    TODO,
    CURRENT,
    DONE
  }
}
