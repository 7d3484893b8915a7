/**
 * Runs a migration: what there is to do, the initial load and units of changes, clearing up after
 * them, events, and cancellation.
 */
package dev.tributary.run;
