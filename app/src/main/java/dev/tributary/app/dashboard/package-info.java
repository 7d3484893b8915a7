/** What the target's own metadata says of it, snapshot by snapshot, and a sample of its rows. */
package dev.tributary.app.dashboard;
