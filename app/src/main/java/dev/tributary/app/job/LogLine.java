package dev.tributary.app.job;

import java.time.Instant;

/** One line of a job's log. */
public record LogLine(Instant time, Level level, String text) {

  /** How much the line matters. */
  public enum Level {
    INFO,
    WARNING,
    ERROR
  }
}
