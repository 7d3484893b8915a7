/**
 * The change model: kinds, single changes, and how the changes of one key in one commit are
 * resolved.
 */
package dev.tributary.changes;
