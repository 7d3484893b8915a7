package dev.tributary.app.job;

/**
 * A number with its name.
 *
 * @param id stable, for the node that shows it
 */
public record Figure(String id, String name, String value) {}
