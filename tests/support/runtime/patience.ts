/**
 * Timeout for expected events: many times their usual duration, so that tests pass on a machine that is slow or hangs
 * for a minute. Measures nothing.
 */
export const PATIENCE_MS = 240_000;
