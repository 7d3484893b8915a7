/** The command line: commands, JSON documents, tables for people, exit codes. */
package dev.tributary.cli;
