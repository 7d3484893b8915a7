/** Journeys through the real app with real tables, by clicking and typing, without a screen. */
package dev.tributary.ui;
