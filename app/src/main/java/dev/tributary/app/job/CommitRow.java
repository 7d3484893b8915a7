package dev.tributary.app.job;

import java.time.Instant;

/** A commit to the target, as the engine reported it. */
public record CommitRow(Instant time, String position, String message) {}
