/** Checks all that can be known before a run; changes nothing. */
package dev.tributary.preflight;
