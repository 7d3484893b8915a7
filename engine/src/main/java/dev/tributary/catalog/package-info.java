/**
 * Opens Iceberg catalogs and the files behind them: local files without Hadoop, and tables whose
 * files are no longer where their metadata says.
 */
package dev.tributary.catalog;
