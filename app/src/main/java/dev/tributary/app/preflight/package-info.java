/** The wizard's Pre-flight page: findings as the checks make them, before anything is written. */
package dev.tributary.app.preflight;
