import type { Unfinished } from "../media/generated/Unfinished.ts";

/** A testimonial as the dialog posts it. */
export type Testimonial = {
  name: string;
  email: string;
  privacyConsent: boolean;
  marketingConsent: boolean;
  /** What the browser did with the video; said only where the business wants a watermark. */
  marked?: { watermarked: boolean; unfinished: Unfinished | null };
  video: Blob;
};

/** The webhook did not take it: its status with what it said, or status 0 where it could not be reached. */
export class WebhookError extends Error {
  override name = "WebhookError";
  readonly status: number;
  readonly text: string;

  constructor(status: number, text: string) {
    super(`the webhook answered ${status}: ${text}`);
    this.status = status;
    this.text = text;
  }
}

/**
 * Posts a testimonial; any ok status is success. The key makes a repeated attempt count once. `onPercent` hears what
 * has left the device. Throws {@link WebhookError}, or the signal's reason.
 */
export function postTestimonial(
  address: string,
  testimonial: Testimonial,
  idempotencyKey: string,
  signal: AbortSignal,
  onPercent: (percent: number) => void,
): Promise<void> {
  const settled = new AbortController();
  return new Promise<void>((resolve, reject) => {
    signal.throwIfAborted();
    // Not fetch: it does not tell how much has been sent.
    const request = new XMLHttpRequest();
    request.open("POST", address);
    request.setRequestHeader("Idempotency-Key", idempotencyKey);
    request.upload.addEventListener("progress", ({ loaded, total }) => onPercent((100 * loaded) / total));
    request.addEventListener("error", () => reject(new WebhookError(0, "")));
    request.addEventListener("load", () => {
      if (request.status >= 200 && request.status < 300) resolve();
      else reject(new WebhookError(request.status, request.responseText));
    });
    const stop = () => {
      request.abort();
      reject(signal.reason as Error);
    };
    signal.addEventListener("abort", stop, { signal: settled.signal });
    request.send(formOf(testimonial));
  }).finally(() => settled.abort());
}

/** The video comes last: the server reads a form as it arrives, and may refuse it before the bytes. */
function formOf({ name, email, privacyConsent, marketingConsent, marked, video }: Testimonial): FormData {
  const timestamp = new Date().toISOString();
  const form = new FormData();
  form.set("name", name);
  form.set("email", email);
  form.set("timestamp", timestamp);
  form.set("privacyConsent", String(privacyConsent));
  form.set("marketingConsent", String(marketingConsent));
  if (marked) form.set("watermarked", String(marked.watermarked));
  if (marked?.unfinished) form.set("unfinished", marked.unfinished);
  form.set("video", video, `testimonial-${timestamp}.${extensionOf(video.type)}`);
  return form;
}

/** A film in another container, as some phones make, goes as the MP4 it nearly is: the server looks into it. */
function extensionOf(type: string): "mp4" | "webm" {
  return type.includes("webm") ? "webm" : "mp4";
}
