/** Opens what a spec names: the source table of either format. */
package dev.tributary.migration;
