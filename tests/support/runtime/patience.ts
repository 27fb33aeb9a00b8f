/**
 * How long a test waits for what must come: many times what anything takes here, so that a machine that is slower, or
 * stands still for a minute, is waited for, and only what never comes fails. It measures nothing.
 */
export const PATIENCE_MS = 240_000;
