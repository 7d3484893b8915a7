/**
 * Delta Lake tables as a source: their log through Delta Kernel, and the changes of each commit
 * from the change data feed or from added and removed files.
 */
package dev.tributary.delta;
