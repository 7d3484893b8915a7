/**
 * The row-level edge of the engine: transforms between tables and {@code PCollection<Row>}, and the
 * providers through which Beam's Managed API finds them under its own identifiers. Reads and writes
 * go through the same planning, pairing, netting and committing as the engine's own pipeline.
 */
package dev.tributary.pipeline.managed;
