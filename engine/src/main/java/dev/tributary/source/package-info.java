/**
 * What the engine asks of a source table, whatever its format: history, plans of changes and of
 * states, and reading them.
 */
package dev.tributary.source;
