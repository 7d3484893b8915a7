package dev.tributary.app.verification;

/** Ids of the nodes of verification windows. */
public final class VerificationIds {
  public static final String WINDOW = "verify-window";
  public static final String VERDICT = "verify-verdict";
  public static final String AGAIN = "verify-again";
  public static final String BUSY = "verify-busy";
  public static final String FAILURE = "verify-failure";
  public static final String EXAMPLES = "verify-examples";

  private VerificationIds() {}

  /** The value of a count, such as {@code verify-count-source-rows}. */
  public static String count(String count) {
    return "verify-count-" + count;
  }
}
