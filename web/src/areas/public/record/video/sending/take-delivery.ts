import { sendSubmission, type SubmissionAnswer } from "#api/submission.ts";
import type { FormValues } from "#media/core-types.ts";
import type { Finished } from "#media/finish/finished.ts";
import type { Finishing } from "#media/finish/finishing.ts";
import type { Take } from "#media/take/take.ts";
import { UploadBlocked, UploadCancelled, type UploadReport } from "#media/upload/upload-report.ts";
import { clearSending, recordSending } from "#media/take/sending-record.ts";
import type { VideoUpload } from "#media/upload/upload.ts";
import { solutionOf } from "#media/challenge/solution.ts";
import { whenOnline } from "#lib/online.ts";
import { pause } from "#lib/pause.ts";

/** Timeout for loading the upload code, which is requested when a take begins. */
const CODE_MS = 15_000;

/** Progress of a delivery: waiting for the finisher, uploading, or waiting for the response. */
export type DeliveryReport = { phase: "preparing" | "uploading" | "submitting" } & UploadReport;

/** Form that a take is submitted to. */
export type DeliveryTarget = {
  clientId: string;
  address: string;
  /** Identifies that URL and the consent texts; the same as for the recording. */
  destination: string;
  /** The webhook of the upload, if the form goes to one. */
  webhook?: string | undefined;
  /** A video of at most this many bytes is sent in the form itself: resuming it would save nothing. */
  inlineBytes: number;
  /** The form; `uploadId` names the finished upload, `null` means that the form carries the video. */
  form: (values: FormValues, finished: Finished, uploadId: string | null) => FormData;
};

/**
 * Sends one take with its form. `send` can be called again after any failure and resumes, in this visit of the page or
 * a later one.
 */
export class TakeDelivery {
  readonly take: Take;
  private readonly target: DeliveryTarget;
  private upload: VideoUpload | null = null;
  private stop = new AbortController();

  constructor(take: Take, target: DeliveryTarget) {
    this.take = take;
    this.target = target;
  }

  get cancelled(): boolean {
    return this.stop.signal.aborted;
  }

  /** Retries transient errors. Throws `UploadRefused`, `UploadCancelled` or `FileUnreadable`. */
  async send(
    values: FormValues,
    finishing: Finishing,
    report: (now: DeliveryReport) => void,
  ): Promise<SubmissionAnswer> {
    const { key, store } = this.take;
    this.stop = new AbortController();
    const ended = new AbortController();
    // Only once the form is stored can the next visit resume.
    const recordOnceStored = async () => {
      const stored = await store.update({ form: values });
      if (stored && !ended.signal.aborted && !this.cancelled) recordSending(key, this.target.destination);
    };
    void recordOnceStored();
    // In WebKit everything fails from `beforeunload` to the page's end, although the next visit can resume.
    let leaving = false;
    addEventListener("beforeunload", () => (leaving = true), { signal: ended.signal });
    try {
      return await this.deliver(values, finishing, report);
    } finally {
      ended.abort();
      if (!leaving) clearSending(key);
    }
  }

  private async deliver(
    values: FormValues,
    finishing: Finishing,
    report: (now: DeliveryReport) => void,
  ): Promise<SubmissionAnswer> {
    const { signal } = this.stop;
    report({ phase: "preparing", percent: 0, waiting: null, secondsLeft: null });
    const finished = await this.readable(await unlessAborted(finishing.done, signal));
    const sendForm = (uploadId: string | null, solution: string | null) =>
      sendSubmission(
        this.target.address,
        withSolution(this.target.form(values, finished, uploadId), solution),
        this.take.key,
        signal,
        // A form that carries a large video takes as long as an upload.
        (waiting) =>
          report(
            uploadId || finished.blob.size <= this.target.inlineBytes
              ? { phase: "submitting", percent: 100, waiting, secondsLeft: null }
              : { phase: "uploading", percent: 0, waiting, secondsLeft: null },
          ),
      );
    const sendFormWithChallenge = async (uploadId: string | null, solution: string | null = null) => {
      const answer = await sendForm(uploadId, solution);
      const challenge = answer.kind === "refused" ? answer.reply.challenge : undefined;
      // The server is busy: resends the form with the solution of its challenge.
      const found = challenge ? await unlessAborted(solutionOf(challenge), signal) : null;
      return found ? sendForm(uploadId, found) : answer;
    };
    if (finished.blob.size <= this.target.inlineBytes) return sendFormWithChallenge(null);
    report({
      phase: "uploading",
      percent: 0,
      waiting: navigator.onLine ? null : "offline",
      secondsLeft: null,
    });
    this.upload ??= await unlessAborted(this.newUpload(finished, values, signal), signal);
    const { upload } = this;
    // Without the upload code, which may be replaced by a new version or slow to load, the form carries the video.
    if (!upload) return sendFormWithChallenge(null);
    for (let renewed = false; ; renewed = true) {
      const uploadId = await upload
        .send((now) => report({ phase: "uploading", ...now }))
        .catch((error: unknown) => {
          if (error instanceof UploadBlocked) return null;
          throw error;
        });
      // A network that forbids uploads may let a form pass.
      const answer = await sendFormWithChallenge(
        uploadId,
        uploadId && (await unlessAborted(upload.solution(), signal)),
      );
      if (!uploadId || !isLost(answer) || renewed) return answer;
      upload.reset();
    }
  }

  /** Aborts, and asks the server to delete the upload. */
  cancel(): void {
    this.stop.abort();
    clearSending(this.take.key);
    void this.upload?.cancel();
  }

  /** A raw chosen file, replaced by its stored copy if it cannot be read any more. */
  private async readable(finished: Finished): Promise<Finished> {
    if (finished.blob !== this.take.blob) return finished;
    const code = await import("#media/take/readable-file.ts").catch(() => null);
    return code ? { ...finished, blob: (await code.withReadableFile(this.take)).blob } : finished;
  }

  /** `null` if its code cannot be loaded in time. */
  private async newUpload(
    { blob }: Finished,
    { customerEmail: email }: FormValues,
    signal: AbortSignal,
  ): Promise<VideoUpload | null> {
    await whenOnline(signal);
    const code = await Promise.race([import("#media/upload/upload.ts").catch(() => null), pause(CODE_MS)]);
    if (!code) return null;
    const { VideoUpload } = code;
    const { clientId, webhook } = this.target;
    const saved = this.take.saved?.upload ?? null;
    return new VideoUpload(
      blob,
      { clientId, webhook, email },
      saved,
      (upload) => this.take.store.update({ upload }),
      blob === this.take.blob ? this.take : null,
    );
  }
}

/** Adds the pictures of a poster to a form, if there is one. */
export function addPoster(form: FormData, poster: Finished["poster"]): void {
  if (!poster) return;
  form.set("posterStill", poster.still);
  form.set("posterCard", poster.card);
}

/** The form with the solution of a challenge before everything else: the server reads it as it arrives. */
function withSolution(form: FormData, solution: string | null): FormData {
  if (!solution) return form;
  const proven = new FormData();
  proven.set("challenge", solution);
  for (const [name, value] of form) {
    if (value instanceof File) proven.set(name, value, value.name);
    else proven.set(name, value);
  }
  return proven;
}

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(new UploadCancelled()), { once: true });
    work.then(resolve, reject);
  });
}

/** The server has no such upload, or not all of it: it is sent once more from the beginning. */
function isLost(answer: SubmissionAnswer): boolean {
  if (answer.kind !== "refused") return false;
  return answer.status === 404 || answer.status === 410 || answer.reply.code === "upload_incomplete";
}
