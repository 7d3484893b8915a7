package dev.tributary.app.preflight;

import dev.tributary.preflight.Finding;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.SimpleBooleanProperty;

/** One finding, and for a warning whether the person has taken note of it. */
public final class FindingRow {
  private final Finding finding;
  private final BooleanProperty noted = new SimpleBooleanProperty(this, "noted");

  FindingRow(Finding finding) {
    this.finding = finding;
  }

  /** What was found. */
  public Finding finding() {
    return finding;
  }

  /** Whether the person ticked this warning. */
  public BooleanProperty noted() {
    return noted;
  }

  /** Whether the wizard waits for a tick. */
  public boolean wantsTick() {
    return finding.severity() == Finding.Severity.WARNING;
  }
}
