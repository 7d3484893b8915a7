/**
 * Writes a migration down in other forms: Java program, Managed I/O config, command, check query.
 */
package dev.tributary.generate;
