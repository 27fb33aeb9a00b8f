/** Detects a condition that has held without a break for a while. Times in milliseconds of any one clock. */
export class Sustained {
  private readonly afterMs: number;
  private since: number | null = null;

  constructor(afterMs: number) {
    this.afterMs = afterMs;
  }

  /** Updates the condition; returns whether it has lasted. */
  at(now: number, holds: boolean): boolean {
    if (!holds) this.since = null;
    else this.since ??= now;
    return this.since !== null && now - this.since >= this.afterMs;
  }
}
