import { whenOnline } from "../../api/online.ts";
import { pause } from "../../api/pause.ts";
import { loadCore, loadTools } from "../core.ts";
import type { Take } from "../take.ts";
import { finish, raw, type Finished } from "./finish.ts";

const KEEPING_MS = 4000;

/** The finishing of one take, from the moment there is one. */
export class Finishing {
  /** What to send; never rejects unless it was abandoned. */
  readonly done: Promise<Finished>;
  private readonly stop = new AbortController();
  private answerRaw: () => void = () => undefined;

  constructor(take: Take, onProgress: (share: number) => void) {
    const skipped = new Promise<Finished>((resolve) => {
      this.answerRaw = () => resolve(raw(take.blob, "skipped"));
    });
    this.done = this.settle(take, Promise.race([this.make(take, onProgress), skipped]));
    this.done.catch(() => undefined);
  }

  /** Does without: the recording is sent as it is. */
  skip(): void {
    this.answerRaw();
    this.stop.abort();
  }

  /** Nobody wants the result any more. */
  abandon(): void {
    this.stop.abort();
  }

  private async make(take: Take, onProgress: (share: number) => void): Promise<Finished> {
    if (take.earlier?.finished) return take.earlier.finished;
    const { signal } = this.stop;
    // It draws the watermark: a connection that is gone is waited for.
    await loadCore().catch(() => whenOnline(signal));
    return finish(take.blob, take.watermark, await loadTools(), signal, onProgress);
  }

  /** A later visit must send these very bytes: which they are is noted before anything is sent. */
  private async settle(take: Take, making: Promise<Finished>): Promise<Finished> {
    const finished = await making;
    if (finished !== take.earlier?.finished) {
      // A device whose storage hangs keeps nobody from sending.
      await Promise.race([take.keeper.finished(finished), pause(KEEPING_MS)]);
    }
    return finished;
  }
}
