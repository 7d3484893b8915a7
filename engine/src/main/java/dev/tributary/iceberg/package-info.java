/**
 * Iceberg tables as sources: their history, and planning and reading what each snapshot changed,
 * whatever mix of copy-on-write, position deletes, equality deletes and deletion vectors wrote it.
 */
package dev.tributary.iceberg;
