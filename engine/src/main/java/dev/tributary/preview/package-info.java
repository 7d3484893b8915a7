/** The change rows of a range, read without touching the target. */
package dev.tributary.preview;
