/** Says whether something has been so for a while without a break. Times in milliseconds of any one clock. */
export class Sustained {
  private readonly afterMs: number;
  private since: number | null = null;

  constructor(afterMs: number) {
    this.afterMs = afterMs;
  }

  /** How it is now; answers whether it has lasted. */
  at(now: number, holds: boolean): boolean {
    if (!holds) this.since = null;
    else this.since ??= now;
    return this.since !== null && now - this.since >= this.afterMs;
  }
}
