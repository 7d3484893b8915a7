/**
 * Runs a migration: initial load, units of changes, events, cancellation, and the child process
 * that the app uses.
 */
package dev.tributary.run;
