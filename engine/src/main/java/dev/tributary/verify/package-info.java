/** Proves that the target equals the source at the committed position. */
package dev.tributary.verify;
