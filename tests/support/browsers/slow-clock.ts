/**
 * Runs in a page, whose clock goes so many times slower from then on: what gives up after some seconds without
 * progress gives a busy machine the time that it needs.
 */
export function slowClock(times: number): void {
  const now = performance.now.bind(performance);
  const since = now();
  performance.now = () => since + (now() - since) / times;
}

/** Slow enough for any machine. */
export const TIMES_SLOWER = 8;
