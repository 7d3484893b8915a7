/** Charts with a title, a legend and the same figures as a table. */
package dev.tributary.app.chart;
