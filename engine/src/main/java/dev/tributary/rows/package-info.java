/**
 * Rows as values: encoding to bytes, keys, equality and JSON, for Iceberg's generic in-memory
 * classes.
 */
package dev.tributary.rows;
