/**
 * The wizard's Start page: what will happen, the same as commands and code, and the start itself.
 */
package dev.tributary.app.start;
