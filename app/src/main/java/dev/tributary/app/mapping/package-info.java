/** The wizard's Mapping page: which columns go where, and which of them identify a row. */
package dev.tributary.app.mapping;
