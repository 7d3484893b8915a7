/**
 * The spec file: what to migrate, from where, to where. Parsed and validated here, and nowhere
 * else.
 */
package dev.tributary.spec;
