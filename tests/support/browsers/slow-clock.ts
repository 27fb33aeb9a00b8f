/** Runs in a page and slows its clock by this factor, so that timeouts for stalled work suit a busy machine. */
export function slowClock(times: number): void {
  const now = performance.now.bind(performance);
  const since = now();
  performance.now = () => since + (now() - since) / times;
}

/** Slow enough for any machine. */
export const TIMES_SLOWER = 8;
