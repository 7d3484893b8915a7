/** What the target's own metadata says of each of its snapshots; feeds the dashboard. */
package dev.tributary.metrics;
