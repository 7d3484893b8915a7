/** Whether a target equals its source, and where it does not. */
package dev.tributary.app.verification;
