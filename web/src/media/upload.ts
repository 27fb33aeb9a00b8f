import type { DetailedError, Upload } from "tus-js-client";
import type { SubmitReply } from "../api/generated/SubmitReply.ts";
import { uploads } from "../api/endpoints.ts";
import { whenOnline } from "../api/online.ts";
import { readReply } from "../api/submit-reply.ts";

/** A shorter look says little about a connection. */
const PACE_SECONDS = 2;
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
  /** At the speed so far; `null` while that is not known. */
  secondsLeft: number | null;
};

/** Where an upload stands: its address once there is one, its id once all of it has arrived, and of how many bytes. */
export type UploadState = { url: string | null; id: string | null; bytes: number };

/**
 * Brings one video to the server and remembers how far it got: `send` may be called again after any failure, also
 * by a later visit of the page, and carries on where the last one ended. A finished upload is not sent twice.
 */
export class VideoUpload {
  readonly clientId: string;
  private readonly video: Blob;
  private readonly remember: (state: UploadState) => void;
  private state: UploadState;
  private percent = 0;
  private current: Upload | null = null;
  private cancelled = new AbortController();

  /** `earlier`: how far an earlier visit got; it counts only for the same number of bytes. */
  constructor(
    video: Blob,
    clientId: string,
    earlier: UploadState | null,
    remember: (state: UploadState) => void,
  ) {
    this.video = video;
    this.clientId = clientId;
    this.state = earlier?.bytes === video.size ? earlier : { url: null, id: null, bytes: video.size };
    this.remember = remember;
  }

  /** The finished upload's id. Throws `UploadRefused`, `UploadCancelled`, or the connection's error. */
  async send(report: (now: UploadReport) => void): Promise<string> {
    this.cancelled = new AbortController();
    let renewed = false;
    for (;;) {
      if (this.state.id) return this.state.id;
      try {
        if (!navigator.onLine) report({ percent: this.percent, waiting: true, secondsLeft: null });
        await whenOnline(this.cancelled.signal);
        this.enter(null, await this.attempt(report));
      } catch (error) {
        if (this.cancelled.signal.aborted) throw new UploadCancelled();
        const status = statusOf(error);
        if (status === null && !navigator.onLine) continue;
        if ((status === 404 || status === 410) && this.state.url && !renewed) {
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
    this.percent = 0;
    this.enter(null, null);
  }

  private enter(url: string | null, id: string | null): void {
    this.state = { url, id, bytes: this.video.size };
    this.remember(this.state);
  }

  private async attempt(report: (now: UploadReport) => void): Promise<string> {
    const tus = await import("tus-js-client");
    const { signal } = this.cancelled;
    signal.throwIfAborted();
    const pace = watchPace();
    return new Promise((resolve, reject) => {
      const upload = new tus.Upload(this.video, {
        endpoint: new URL(uploads, location.origin).href,
        uploadUrl: this.state.url,
        metadata: { clientId: this.clientId, filetype: this.video.type },
        chunkSize: Number.POSITIVE_INFINITY,
        retryDelays: RETRY_DELAYS_MS,
        storeFingerprintForResuming: false,
        onShouldRetry: (error) => {
          const status = statusOf(error);
          if (status === null) report({ percent: this.percent, waiting: true, secondsLeft: null });
          return navigator.onLine && (status === null || status >= 500 || status === 409 || status === 423);
        },
        onUploadUrlAvailable: () => {
          this.enter(upload.url, null);
        },
        onProgress: (sent, total) => {
          this.percent = (100 * sent) / total;
          report({ percent: this.percent, waiting: false, secondsLeft: pace(sent, total) });
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

/** Seconds left at the speed since the first report, once that can be told. */
function watchPace(): (sent: number, total: number) => number | null {
  let first: { at: number; sent: number } | null = null;
  return (sent, total) => {
    const now = performance.now();
    first ??= { at: now, sent };
    const seconds = (now - first.at) / 1000;
    return seconds < PACE_SECONDS || sent <= first.sent
      ? null
      : ((total - sent) * seconds) / (sent - first.sent);
  };
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
