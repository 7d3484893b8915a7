package dev.tributary.app.mapping;

import java.util.List;

/**
 * What is known about the chosen key.
 *
 * @param id stable, for the node that shows it
 * @param subject what was asked
 * @param answer what was found, with the count
 * @param examples offending values
 */
public record KeyFinding(
    String id, Verdict verdict, String subject, String answer, List<String> examples) {
  public KeyFinding {
    examples = List.copyOf(examples);
  }

  /** Whether the key passes. */
  public enum Verdict {
    GOOD,
    BAD,
    UNKNOWN,
    /** It was only true before or after, so it is a warning. */
    DOUBTFUL
  }
}
