import type { DetailedError, Upload } from "tus-js-client";
import type { SubmitReply } from "../api/generated/SubmitReply.ts";
import { uploads } from "../api/endpoints.ts";
import { whenOnline } from "../api/online.ts";
import { readReply } from "../api/submit-reply.ts";
import type { Take } from "./take.ts";

const RETRY_DELAYS_MS = [0, 1000, 3000, 5000, 10_000, 20_000];

/** The server said no, and why. */
export class UploadRefused extends Error {
  readonly status: number;
  readonly reply: SubmitReply;

  constructor(status: number, reply: SubmitReply) {
    super(`upload refused with ${status}`);
    this.status = status;
    this.reply = reply;
  }
}

export class UploadCancelled extends Error {}

export type UploadReport = {
  percent: number;
  /** The connection is lost; the upload goes on by itself when it is back. */
  waiting: boolean;
};

/**
 * Brings one take to the server and remembers how far it got: `send` may be called again after any failure
 * and carries on where the last one ended. A finished upload is not sent twice.
 */
export class TakeUpload {
  readonly take: Take;
  readonly clientId: string;
  private url: string | null = null;
  private finishedId: string | null = null;
  private percent = 0;
  private current: Upload | null = null;
  private cancelled = new AbortController();

  constructor(take: Take, clientId: string) {
    this.take = take;
    this.clientId = clientId;
  }

  /** The finished upload's id. Throws `UploadRefused`, `UploadCancelled`, or the connection's error. */
  async send(report: (now: UploadReport) => void): Promise<string> {
    this.cancelled = new AbortController();
    let renewed = false;
    for (;;) {
      if (this.finishedId) return this.finishedId;
      try {
        if (!navigator.onLine) report({ percent: this.percent, waiting: true });
        await whenOnline(this.cancelled.signal);
        this.finishedId = await this.attempt(report);
      } catch (error) {
        if (this.cancelled.signal.aborted) throw new UploadCancelled();
        const status = statusOf(error);
        if (status === null && !navigator.onLine) continue;
        if ((status === 404 || status === 410) && this.url && !renewed) {
          renewed = true;
          this.forget();
        } else {
          if (status === null) throw error;
          throw new UploadRefused(status, readReply(bodyOf(error)));
        }
      }
    }
  }

  /** Aborts when this sending is cancelled. */
  get signal(): AbortSignal {
    return this.cancelled.signal;
  }

  /** Stops sending and asks the server to drop what it has. */
  async cancel(): Promise<void> {
    this.cancelled.abort();
    const upload = this.current;
    this.forget();
    // A server that cannot be reached now removes the unfinished upload by itself later.
    await upload?.abort(true).catch(() => undefined);
  }

  /** The next `send` starts from nothing: the server no longer has this upload. */
  forget(): void {
    this.url = null;
    this.finishedId = null;
    this.percent = 0;
  }

  private async attempt(report: (now: UploadReport) => void): Promise<string> {
    const tus = await import("tus-js-client");
    const { signal } = this.cancelled;
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const upload = new tus.Upload(this.take.blob, {
        endpoint: new URL(uploads, location.origin).href,
        uploadUrl: this.url,
        metadata: { clientId: this.clientId, filetype: this.take.type },
        chunkSize: Number.POSITIVE_INFINITY,
        retryDelays: RETRY_DELAYS_MS,
        storeFingerprintForResuming: false,
        onShouldRetry: (error) => {
          const status = statusOf(error);
          if (status === null) report({ percent: this.percent, waiting: true });
          return navigator.onLine && (status === null || status >= 500 || status === 409 || status === 423);
        },
        onUploadUrlAvailable: () => {
          this.url = upload.url;
        },
        onProgress: (sent, total) => {
          this.percent = (100 * sent) / total;
          report({ percent: this.percent, waiting: false });
        },
        onSuccess: () => resolve(idOf(upload.url)),
        onError: reject,
      });
      signal.addEventListener("abort", () => reject(new UploadCancelled()), { once: true });
      this.current = upload;
      upload.start();
    });
  }
}

function idOf(url: string | null): string {
  return new URL(url ?? "", location.origin).pathname.split("/").pop() ?? "";
}

function statusOf(error: unknown): number | null {
  return (error as DetailedError).originalResponse?.getStatus() ?? null;
}

function bodyOf(error: unknown): string {
  return (error as DetailedError).originalResponse?.getBody() ?? "";
}
