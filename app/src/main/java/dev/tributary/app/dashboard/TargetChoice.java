package dev.tributary.app.dashboard;

import java.nio.file.Path;

/**
 * A target that a migration of this user writes.
 *
 * @param specFile of the latest job or migration that writes it
 */
public record TargetChoice(String migration, String target, Path specFile) {}
