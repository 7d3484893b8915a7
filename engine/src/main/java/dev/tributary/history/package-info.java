/** What a source's own metadata says about its commits, without reading any row. */
package dev.tributary.history;
