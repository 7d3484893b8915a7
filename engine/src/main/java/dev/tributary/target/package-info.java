/**
 * The lakehouse table: opening and creating it, finding the rows of changed keys, writing data
 * files and positional deletes, and committing a unit of changes together with the progress.
 */
package dev.tributary.target;
