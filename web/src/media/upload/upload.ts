import { Upload, type DetailedError, type HttpRequest } from "tus-js-client";
import { uploadCreateAddress } from "#api/generated/calls/record.ts";
import { Backoff, isTransient, retryAfterOf } from "#lib/backoff.ts";
import { whenOnline } from "#lib/online.ts";
import { pause } from "#lib/pause.ts";
import { limits } from "#media/generated/fallback.json";
import type { Waiting } from "#api/submission.ts";
import { readReply } from "#api/submit-reply.ts";
import { isReadable, storedCopy } from "#media/take/readable-file.ts";
import type { Take } from "#media/take/take.ts";
import {
  FileUnreadable,
  UploadBlocked,
  UploadCancelled,
  UploadRefused,
  type UploadReport,
} from "./upload-report.ts";
import { solutionOf } from "#media/challenge/solution.ts";
import { SliceSize } from "./slice-size.ts";
import { NoResponse, UploadRequests } from "./upload-requests.ts";

/** A shorter measurement says little about a connection. */
const PACE_SECONDS = 2;
/** Lost connections in a row after which requests are tunnelled through POST. */
const UNANSWERED = 3;
/** Failures in a row, each with its retries, without any progress. */
const FRUITLESS = 3;
/** A line that takes longer for a few bytes brings no form with a video either. */
const REACHING_MS = 10_000;
/** By then a server has noticed a request that was aborted in transit. */
const LATE_CREATION_MS = 3000;
const RETRY_DELAYS_MS = [0, 1000, 3000, 5000, 10_000, 20_000];

/** Progress of an upload: its URL once created, its id once complete, and the size it was begun with. */
export type UploadState = { url: string | null; id: string | null; bytes: number };

/** Recipient of an upload: the client, its form's webhook if any, and the customer's email. */
export type UploadTarget = { clientId: string; webhook?: string | undefined; email: string };

/**
 * Uploads one video and remembers its progress: `send` can be called again after any failure, also on a later visit,
 * and resumes. A finished upload is not sent twice.
 */
export class VideoUpload {
  private readonly target: UploadTarget;
  private video: Blob;
  /** A file sent as it was chosen: it may have a copy on the device, for when it cannot be read any more. */
  private readonly take: Take | null;
  private readonly remember: (state: UploadState) => void;
  private state: UploadState;
  private percent = 0;
  /** Whether the creating request carries the first bytes (creation-with-upload); disabled after a network cut one. */
  private together = true;
  /** Solution of the server's challenge against many submissions, computed while the video uploads. */
  private solving: Promise<string | null> | null = null;
  private current: Upload | null = null;
  private readonly requests = new UploadRequests();
  private readonly slices: SliceSize;
  private cancelled = new AbortController();

  /** `earlier`: how far an earlier visit got; it counts only for the same number of bytes. */
  constructor(
    video: Blob,
    target: UploadTarget,
    earlier: UploadState | null,
    remember: (state: UploadState) => void,
    take: Take | null,
  ) {
    this.video = video;
    this.take = take;
    this.target = target;
    this.state = earlier?.bytes === video.size ? earlier : { url: null, id: null, bytes: video.size };
    this.remember = remember;
    this.slices = new SliceSize(video.size, limits.smallUploadBytes);
  }

  /**
   * Returns the finished upload's id. Retries transient failures: a lost connection, a failing server. Throws
   * `UploadRefused`, `UploadBlocked`, `UploadCancelled` or `FileUnreadable`.
   */
  async send(report: (now: UploadReport) => void): Promise<string> {
    this.cancelled = new AbortController();
    const { signal } = this.cancelled;
    const backoff = new Backoff(signal);
    const wait = (waiting: Waiting) => report({ percent: this.percent, waiting, secondsLeft: null });
    let renewed = false;
    let failures = 0;
    let best = 0;
    for (;;) {
      if (this.state.id) return this.state.id;
      try {
        if (!navigator.onLine) wait("offline");
        await whenOnline(signal);
        this.enter(null, await this.attempt(report));
      } catch (error) {
        if (signal.aborted) throw new UploadCancelled();
        if (error instanceof FileUnreadable) {
          this.video = await this.readableCopy();
          continue;
        }
        const { status, retryAfter, fromServer, posted, body, message } = failureOf(error);
        if (!fromServer || status === null) this.together = false;
        failures = this.percent > best ? 1 : failures + 1;
        best = Math.max(best, this.percent);
        if (status === null) {
          if (!navigator.onLine) continue;
          wait("unreachable");
          if (failures >= FRUITLESS && (await isReachable(signal))) throw new UploadBlocked(message);
          await unlessCancelled(backoff.wait());
        } else if (status === 429 && this.video.size <= limits.smallUploadBytes && isForRoom(body)) {
          // A video this small needs no upload: its form carries it.
          throw new UploadBlocked(message);
        } else if (isTransient(status, retryAfter, fromServer || (posted && status === 500), failures)) {
          wait("busy");
          // The upload was refused, so there is nothing to resume.
          if (status === 429 && !this.current?.url) this.enter(null, null);
          if (!fromServer && failures >= FRUITLESS) this.requests.overriding = true;
          await unlessCancelled(backoff.wait(retryAfter, (until) => wait({ until })));
        } else if (!fromServer) {
          if (this.requests.overriding) throw new UploadBlocked(message);
          this.requests.overriding = true;
        } else if ((status === 404 || status === 410) && this.state.url && !renewed) {
          renewed = true;
          this.reset();
        } else {
          throw new UploadRefused(status, readReply(body));
        }
      }
    }
  }

  /** A chosen file that is gone from the device looks like a lost connection. */
  private async reportUnlessUnreadable(report: () => void, onUnreadable: () => void): Promise<void> {
    if (await isReadable(this.video)) report();
    else onUnreadable();
  }

  /** Returns the stored copy. Throws `FileUnreadable` if there is none or it is unreadable. */
  private async readableCopy(): Promise<Blob> {
    const copy = this.take && (await storedCopy(this.take));
    if (copy && copy !== this.video && (await isReadable(copy))) return copy;
    throw new FileUnreadable();
  }

  /** Stops sending and asks the server to delete the upload. */
  async cancel(): Promise<void> {
    this.cancelled.abort();
    const upload = this.current;
    const isConfirmed = Boolean(upload?.url);
    // The server may have created one whose URL never reached us, or may be about to.
    if (upload) upload.url ??= this.state.url;
    this.reset();
    if (!upload?.url) return;
    await drop(upload);
    if (!isConfirmed) void pause(LATE_CREATION_MS).then(() => drop(upload));
  }

  /** The solution that the form of this upload needs, if it needs one. */
  async solution(): Promise<string | null> {
    return this.solving;
  }

  /** Makes the next `send` start over: the server no longer has this upload. */
  reset(): void {
    this.solving = null;
    this.percent = 0;
    this.enter(null, null);
  }

  private enter(url: string | null, id: string | null): void {
    this.state = { url, id, bytes: this.video.size };
    this.remember(this.state);
  }

  private attempt(report: (now: UploadReport) => void): Promise<string> {
    const { signal } = this.cancelled;
    const pace = watchPace();
    const { clientId, webhook, email } = this.target;
    const endpoint = new URL(uploadCreateAddress, location.origin).href;
    const earlier = this.state.url;
    // The page chooses the upload's id, so that it can resume even if the first response is lost.
    let id = earlier ? idOf(earlier) : newId();
    const metadata = () => ({
      id,
      clientId,
      filetype: this.video.type,
      email,
      ...(webhook ? { webhook } : {}),
    });
    return new Promise((resolve, reject) => {
      const upload = new Upload(this.video, {
        endpoint,
        uploadUrl: earlier,
        uploadDataDuringCreation: this.together,
        metadata: metadata(),
        chunkSize: this.slices.bytes,
        retryDelays: RETRY_DELAYS_MS,
        httpStack: this.requests,
        storeFingerprintForResuming: false,
        onShouldRetry: (error, attempt) => {
          // A cancelled upload is deleted by a separate request whose failure does not matter.
          if (signal.aborted) return false;
          const { status } = failureOf(error);
          // It may exist by now: browsers resend a request by themselves after a lost connection.
          upload.options.uploadUrl = this.state.url;
          if (status === null) {
            // Some networks silently drop methods they forbid.
            if (attempt + 1 >= UNANSWERED) this.requests.overriding = true;
            if ((upload.url || this.together) && navigator.onLine) this.slices.cut();
            this.together = false;
            upload.options.uploadDataDuringCreation = false;
            upload.options.chunkSize = this.slices.bytes;
            const waiting = navigator.onLine ? "unreachable" : "offline";
            void this.reportUnlessUnreadable(
              () => report({ percent: this.percent, waiting, secondsLeft: null }),
              () => {
                reject(new FileUnreadable());
                void upload.abort();
              },
            );
          }
          return navigator.onLine && (status === null || status === 409 || status === 423);
        },
        onAfterResponse: (request, answer) => {
          if (methodOf(request) === "HEAD" && [404, 410].includes(answer.getStatus())) {
            // It is created next, under a name that the server has never seen.
            id = newId();
            upload.options.metadata = metadata();
            this.solving = null;
            this.enter(null, null);
          }
          const challenge = answer.getHeader("Sayso-Challenge");
          if (challenge) this.solving ??= solutionOf(challenge);
        },
        onBeforeRequest: () => {
          // A retry that was pending at the cancellation must not create an upload.
          if (signal.aborted && !upload.url) throw new UploadCancelled();
          if (!signal.aborted && !this.state.url) this.enter(`${endpoint}/${id}`, null);
        },
        onUploadUrlAvailable: () => {
          if (signal.aborted) void drop(upload);
          else this.enter(upload.url, null);
        },
        onChunkComplete: () => {
          this.slices.arrived();
          upload.options.chunkSize = this.slices.bytes;
        },
        onProgress: (sent, total) => {
          this.percent = (100 * sent) / total;
          report({ percent: this.percent, waiting: null, secondsLeft: pace(sent, total) });
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

/** Ends an upload on both sides. A server that is unreachable now deletes it later by itself. */
const drop = (upload: Upload) => upload.abort(true).catch(() => undefined);

/** Whether an upload was refused because too many are running. */
const isForRoom = (body: string) => readReply(body).code === "too_many_uploads";

/** Whether anything answers at all: then the network blocks uploads, and the connection is fine. */
async function isReachable(signal: AbortSignal): Promise<boolean> {
  const probe = fetch("/robots.txt", { cache: "no-store", signal }).then(
    () => true,
    () => false,
  );
  const timeout = pause(REACHING_MS, signal).catch(() => Promise.reject(new UploadCancelled()));
  return (await Promise.race([probe, timeout])) ?? false;
}

/** Returns the seconds left at the speed since the first report, once it can be estimated. */
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

/** 128 random bits in hex, as the server's own ids are. */
const newId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );

/** The effective method of a request, also if it is tunnelled through POST. */
const methodOf = (request: HttpRequest) => request.getHeader("X-HTTP-Method-Override") ?? request.getMethod();

function idOf(url: string | null): string {
  return new URL(url ?? "", location.origin).pathname.split("/").pop() ?? "";
}

type Failure = {
  /** `null`: no response. */
  status: number | null;
  retryAfter: number | null;
  /** Whether our server answered. */
  fromServer: boolean;
  /** Whether it was sent as POST. */
  posted: boolean;
  body: string;
  message: string;
};

function failureOf(error: unknown): Failure {
  const { originalResponse, causingError, message } = error as DetailedError;
  if (causingError instanceof NoResponse) return { ...causingError, body: "", message };
  return {
    status: originalResponse?.getStatus() ?? null,
    retryAfter: retryAfterOf((name) => originalResponse?.getHeader(name)),
    fromServer: true,
    posted: false,
    body: originalResponse?.getBody() ?? "",
    message,
  };
}

async function unlessCancelled(waiting: Promise<void>): Promise<void> {
  await waiting.catch(() => Promise.reject(new UploadCancelled()));
}
