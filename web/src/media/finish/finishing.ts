import { whenOnline } from "#lib/online.ts";
import { pause } from "#lib/pause.ts";
import { once } from "#lib/once.ts";
import { reloadWithTake } from "#media/take/reload-with-take.ts";
import type { Take } from "#media/take/take.ts";
import { raw, type Finished } from "./finished.ts";

const STORAGE_TIMEOUT_MS = 4000;

const loadFinisher = once(() => import("./finish-take.ts"));
const prefetchUpload = () => void import("#media/upload/upload.ts").catch(() => undefined);

/**
 * Prefetches the code for finishing and sending a take of this type: when the recording ends, the connection may be
 * lost or a new version published.
 */
export function prefetchSending(mimeType: string): void {
  loadFinisher()
    .then(({ prefetchFinisher }) => prefetchFinisher(mimeType))
    .catch(() => undefined);
  prefetchUpload();
}

export class Finishing {
  /** The file to send; rejects only if abandoned. */
  readonly done: Promise<Finished>;
  private readonly stop = new AbortController();
  private answerRaw: () => void = () => undefined;

  constructor(take: Take, onProgress: (share: number) => void) {
    const skipped = new Promise<Finished>((resolve) => {
      this.answerRaw = () => resolve(raw(take.blob, "skipped"));
    });
    // A take that was not recorded here has met no `prefetchSending`.
    prefetchUpload();
    this.done = this.storeFinished(
      take,
      Promise.race([this.orRaw(take, this.make(take, onProgress)), skipped]),
    );
    this.done.catch(() => undefined);
  }

  /** Skips the finishing: the raw recording is sent. */
  skip(): void {
    this.answerRaw();
    this.stop.abort();
  }

  /** Stops the work; its result is not needed any more. */
  abandon(): void {
    this.stop.abort();
  }

  private async make(take: Take, onProgress: (share: number) => void): Promise<Finished> {
    if (take.saved?.finished) return take.saved.finished;
    const { signal } = this.stop;
    const finisher = await loadFinisher().catch(() => whenOnline(signal).then(loadFinisher));
    return finisher.finishReadable(take, signal, onProgress);
  }

  /**
   * Falls back to the raw recording if the finisher's code is missing, unless a new version has it: then the page
   * reloads and continues with the take.
   */
  private async orRaw(take: Take, making: Promise<Finished>): Promise<Finished> {
    const { signal } = this.stop;
    const made = await making.catch((error: unknown) => {
      signal.throwIfAborted();
      console.warn("sending it raw:", error);
      return raw(take.blob, "failed");
    });
    if (made.unfinished && made !== take.saved?.finished && (await reloadWithTake(take, signal)))
      return new Promise(() => undefined);
    return made;
  }

  /** A later visit must send these very bytes: which they are is noted before anything is sent. */
  private async storeFinished(take: Take, making: Promise<Finished>): Promise<Finished> {
    const made = await making;
    const finisher = made.unfinished === null ? null : await finisherInTime();
    const finished = finisher ? await finisher.upright(made, take) : made;
    if (made !== take.saved?.finished) {
      // Slow storage must not delay sending.
      await Promise.race([take.store.finished(finished), pause(STORAGE_TIMEOUT_MS)]);
    }
    return finished;
  }
}

/** A raw recording does not wait for code that is slow to load. */
const finisherInTime = () => Promise.race([loadFinisher(), pause(STORAGE_TIMEOUT_MS)]).catch(() => undefined);
