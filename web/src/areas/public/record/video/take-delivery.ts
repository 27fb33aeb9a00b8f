import { sendSubmission, type Submission, type SubmissionAnswer } from "../../../../api/submission.ts";
import { CONSENT_VERSION } from "../../../../media/consent.ts";
import type { FormValues } from "../../../../media/core.ts";
import type { Finished } from "../../../../media/finish/finish.ts";
import type { Finishing } from "../../../../media/finish/finishing.ts";
import type { Take } from "../../../../media/take.ts";
import { UploadCancelled, VideoUpload, type UploadReport } from "../../../../media/upload.ts";

/** Where a delivery is: waiting for the finisher, on its way, or waiting for the answer. */
export type DeliveryReport = { phase: "preparing" | "uploading" | "submitting" } & UploadReport;

/**
 * Brings one take with its form to the business. `send` may be called again after any failure and goes on where
 * the last one ended, in this visit of the page or in a later one.
 */
export class TakeDelivery {
  readonly take: Take;
  private readonly clientId: string;
  private upload: VideoUpload | null = null;
  private stop = new AbortController();

  constructor(take: Take, clientId: string) {
    this.take = take;
    this.clientId = clientId;
  }

  get cancelled(): boolean {
    return this.stop.signal.aborted;
  }

  /** Throws `UploadRefused`, `UploadCancelled`, or the connection's error. */
  async send(
    values: FormValues,
    finishing: Finishing,
    report: (now: DeliveryReport) => void,
  ): Promise<SubmissionAnswer> {
    this.stop = new AbortController();
    const { signal } = this.stop;
    // Should the tab end now, the next visit knows what was typed.
    this.take.keeper.amend({ form: values });
    report({ phase: "preparing", percent: 0, waiting: false, secondsLeft: null });
    const finished = await unlessAborted(finishing.done, signal);
    this.upload ??= this.newUpload(finished);
    for (let renewed = false; ; renewed = true) {
      const uploadId = await this.upload.send((now) => report({ phase: "uploading", ...now }));
      const answer = await sendSubmission(
        this.submission(values, finished, uploadId),
        this.take.key,
        signal,
        (waiting) => report({ phase: "submitting", percent: 100, waiting, secondsLeft: null }),
      );
      if (!isLost(answer) || renewed) return answer;
      this.upload.forget();
    }
  }

  /** Stops, and asks the server to drop what it has. */
  cancel(): void {
    this.stop.abort();
    void this.upload?.cancel();
  }

  private newUpload({ blob }: Finished): VideoUpload {
    const earlier = this.take.earlier?.upload ?? null;
    return new VideoUpload(blob, this.clientId, earlier, (upload) => this.take.keeper.amend({ upload }));
  }

  private submission(values: FormValues, finished: Finished, uploadId: string): Submission {
    return {
      clientId: this.clientId,
      customerName: values.customerName.trim(),
      customerEmail: values.customerEmail.trim(),
      consentData: values.consentData,
      consentMarketing: values.consentMarketing,
      consentVersion: CONSENT_VERSION,
      watermarked: finished.watermarked,
      ...(finished.unfinished ? { unfinished: finished.unfinished } : {}),
      uploadId,
    };
  }
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
