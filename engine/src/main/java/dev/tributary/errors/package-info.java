/**
 * What goes wrong for a user: one exception type per kind of action, each with an exit code and a
 * wizard page.
 */
package dev.tributary.errors;
