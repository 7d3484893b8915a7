/** The bundled sample: real source tables of both formats and their specs, written offline. */
package dev.tributary.sample;
