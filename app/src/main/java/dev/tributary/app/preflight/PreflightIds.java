package dev.tributary.app.preflight;

/** Ids of the Pre-flight page's nodes. */
public final class PreflightIds {
  public static final String PAGE = "preflight-page";
  public static final String LIST = "preflight-list";
  public static final String SUMMARY = "preflight-summary";
  public static final String CHECK = "preflight-check";
  public static final String SAVE = "preflight-save";
  public static final String FAILURE = "preflight-failure";
  public static final String BUSY = "preflight-busy";

  private PreflightIds() {}

  /** The row of a finding. */
  public static String finding(String id) {
    return "preflight-finding-" + id;
  }

  /** The box that takes note of a warning. */
  public static String noted(String id) {
    return "preflight-noted-" + id;
  }
}
