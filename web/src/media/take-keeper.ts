import type { Finished } from "./finish/finish.ts";
import type { SpooledTake } from "./spool.ts";

type Spool = typeof import("./spool.ts");

/**
 * Keeps one take on the device, in the order things happen to it. Where the device keeps nothing, or no more,
 * `onTrouble` hears of it once and the take goes on without.
 */
export class TakeKeeper {
  readonly key: string;
  private onTrouble: (error: unknown) => void;
  private work: Promise<unknown> = Promise.resolve();
  private pieces = 0;
  private failed = false;
  private ended = false;
  private letGo: () => void = () => undefined;

  private constructor(key: string, onTrouble: (error: unknown) => void) {
    this.key = key;
    this.onTrouble = onTrouble;
    void this.next(async (spool) => {
      this.letGo = spool.holdTake(key);
    });
  }

  static begin(facts: SpooledTake, onTrouble: (error: unknown) => void): TakeKeeper {
    const keeper = new TakeKeeper(facts.key, onTrouble);
    void keeper.next((spool) => spool.keepTake(facts));
    return keeper;
  }

  /** For a take that was found on the device. */
  static resume(key: string): TakeKeeper {
    return new TakeKeeper(key, () => undefined);
  }

  /** The next piece of a recording. */
  piece(blob: Blob): void {
    const index = this.pieces;
    this.pieces += 1;
    void this.next((spool) => spool.keepPiece(this.key, index, blob));
  }

  file(blob: Blob): void {
    void this.next(async (spool) => {
      await spool.keepFile(this.key, "raw", blob);
      await spool.amendTake(this.key, { usable: true });
    });
  }

  amend(changes: Partial<SpooledTake>): void {
    void this.next((spool) => spool.amendTake(this.key, changes));
  }

  /** What will be sent. Says whether it is kept whole: only then may a later visit go on with its upload. */
  finished({ blob, watermarked, unfinished }: Finished): Promise<boolean> {
    return this.next(async (spool) => {
      if (unfinished === null) await spool.keepFile(this.key, "finished", blob);
      await spool.amendTake(this.key, { finished: { type: blob.type, watermarked, unfinished } });
    });
  }

  /** It was sent: nothing of it stays, nor of what the same person left unsent for this client. */
  sent(clientId: string): void {
    this.end(async (spool) => {
      await spool.forgetTake(this.key);
      await spool.forgetOthers(clientId);
    });
  }

  /** Removes everything of it; what is still handed in later is not kept. */
  forget(): void {
    this.end((spool) => spool.forgetTake(this.key));
  }

  /** Leaves it on the device for another visit. */
  release(): void {
    void this.work.finally(() => this.letGo());
  }

  private end(step: (spool: Spool) => Promise<void>): void {
    this.failed = false;
    // Nobody needs to hear of it: there is nothing left to lose.
    this.onTrouble = () => undefined;
    void this.next(step).finally(() => this.letGo());
    this.ended = true;
  }

  private next(step: (spool: Spool) => Promise<void>): Promise<boolean> {
    if (this.ended) return Promise.resolve(false);
    const done = this.work.then(async () => {
      if (this.failed) return false;
      try {
        await step(await import("./spool.ts"));
        return true;
      } catch (error) {
        this.failed = true;
        this.onTrouble(error);
        return false;
      }
    });
    this.work = done;
    return done;
  }
}
