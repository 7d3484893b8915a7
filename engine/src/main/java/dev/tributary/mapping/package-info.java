/**
 * How source rows become target rows: which columns, under which names, in which types; and how the
 * result fits a target that exists.
 */
package dev.tributary.mapping;
