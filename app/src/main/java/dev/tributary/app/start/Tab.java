package dev.tributary.app.start;

/** The forms of a migration that can be taken away from the assistant. */
public enum Tab {
  COMMAND,
  SPEC,
  JAVA,
  YAML,
  SQL
}
