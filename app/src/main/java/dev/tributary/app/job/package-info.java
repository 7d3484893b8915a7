/** Jobs: their list, and the window that follows one while it runs and shows how it ended. */
package dev.tributary.app.job;
