import type { Finished } from "#media/finish/finished.ts";
import { clearSending, recordSent } from "./sending-record.ts";
import type { StoredTake } from "./take-database.ts";

type TakeDatabase = typeof import("./take-database.ts");

/**
 * Stores one take on the device; operations run in order. If the device cannot store it, or stops, `onError` is called
 * once and the take continues in memory.
 */
export class TakeStore {
  readonly key: string;
  private onError: (error: unknown) => void;
  private work: Promise<unknown> = Promise.resolve();
  private chunks = 0;
  private failed = false;
  private ended = false;
  private releaseLock: () => void = () => undefined;

  private constructor(key: string, onError: (error: unknown) => void) {
    this.key = key;
    this.onError = onError;
    void this.next(async (database) => {
      this.releaseLock = database.lockTake(key);
    });
  }

  static begin(facts: StoredTake, onError: (error: unknown) => void): TakeStore {
    const store = new TakeStore(facts.key, onError);
    void store.next((database) => database.putTake(facts));
    return store;
  }

  /** For a take found on the device. */
  static resume(key: string): TakeStore {
    return new TakeStore(key, () => undefined);
  }

  /** Stores the next chunk of a recording. */
  chunk(blob: Blob): void {
    const index = this.chunks;
    this.chunks += 1;
    void this.next((database) => database.putChunk(this.key, index, blob));
  }

  file(blob: Blob): void {
    void this.next(async (database) => {
      await database.putFile(this.key, "raw", blob);
      await database.updateTake(this.key, { usable: true });
    });
  }

  /** Resolves with whether the change is stored. */
  update(changes: Partial<StoredTake>): Promise<boolean> {
    return this.next((database) => database.updateTake(this.key, changes));
  }

  /**
   * Stores the finished file. Resolves with whether it is stored whole: only then can a later visit resume its upload.
   */
  finished({ blob, watermarked, soundLeftOut, endMissing, unfinished }: Finished): Promise<boolean> {
    return this.next(async (database) => {
      if (unfinished === null) await database.putFile(this.key, "finished", blob);
      await database.updateTake(this.key, {
        finished: { type: blob.type, watermarked, soundLeftOut, endMissing, unfinished },
      });
    });
  }

  /** Removes the sent take, and the same person's other unsent takes for this client. */
  sent(clientId: string): void {
    recordSent(this.key);
    this.end(async (database) => {
      await database.deleteTake(this.key);
      await database.deleteOtherTakes(clientId);
    });
  }

  /** Removes the take; later changes are ignored. */
  delete(): void {
    this.end((database) => database.deleteTake(this.key));
  }

  /** Leaves it on the device for another visit. */
  release(): void {
    void this.work.finally(() => this.releaseLock());
  }

  private end(step: (database: TakeDatabase) => Promise<void>): void {
    clearSending(this.key);
    this.failed = false;
    // Errors do not matter any more: there is nothing left to lose.
    this.onError = () => undefined;
    void this.next(step).finally(() => this.releaseLock());
    this.ended = true;
  }

  private next(step: (database: TakeDatabase) => Promise<void>): Promise<boolean> {
    if (this.ended) return Promise.resolve(false);
    const done = this.work.then(async () => {
      if (this.failed) return false;
      try {
        await step(await import("./take-database.ts"));
        return true;
      } catch (error) {
        this.failed = true;
        this.onError(error);
        return false;
      }
    });
    this.work = done;
    return done;
  }
}
