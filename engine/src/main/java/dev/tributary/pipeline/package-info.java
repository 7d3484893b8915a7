/**
 * The Beam pipeline of one unit: read and pack changes into blocks by key shard, net them per key,
 * write what survives, find and delete what is there, commit. Elements are blocks, never rows.
 */
package dev.tributary.pipeline;
