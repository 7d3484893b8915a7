/** The wizard's Target page: the lakehouse table, and how rows get into it. */
package dev.tributary.app.target;
