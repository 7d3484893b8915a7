/**
 * Runs migrations in child processes and follows them through files, so that a job outlives the
 * window that started it. Knows nothing of JavaFX.
 */
package dev.tributary.app.engine;
