import { CONSENT_VERSION } from "#media/consent.ts";
import { useCallback, useEffect, useRef, useState } from "react";
import type { SubmitReply } from "#api/generated/public.ts";
import type { FormValues } from "#media/core-types.ts";
import type { Finishing } from "#media/finish/finishing.ts";
import { extensionOf, type Take } from "#media/take/take.ts";
import { FileUnreadable, UploadCancelled, UploadRefused } from "#media/upload/upload-report.ts";
import { blockOf } from "#areas/public/record/blocked.tsx";
import { blockedNetwork } from "#areas/public/record/video/sending/blocked-network.ts";
import {
  addPoster,
  TakeDelivery,
  type DeliveryTarget,
} from "#areas/public/record/video/sending/take-delivery.ts";
import {
  UNREADABLE,
  type Problem,
  type SubmissionState,
} from "#areas/public/record/video/sending/use-submission.ts";
import { businessOf, type DialogTarget, webhookOf } from "./dialog-target.ts";
import { toastSubmissionFailed, toastThanks } from "./toasts.ts";
import { limits } from "#media/generated/fallback.json";

const IDLE: SubmissionState = { phase: "idle", percent: 0, waiting: null, secondsLeft: null, problem: null };

/** The webhook's errors by form field. */
export type Refusals = Record<string, string>;

/** Finishes, uploads and submits the form. After a failure the video is still there: `send` resumes. */
export function useDelivery(target: DialogTarget) {
  const [state, setState] = useState(IDLE);
  const delivery = useRef<TakeDelivery | null>(null);

  const send = useCallback(
    async (take: Take, finishing: Finishing, values: FormValues): Promise<Refusals> => {
      if (delivery.current?.take !== take) {
        delivery.current?.cancel();
        delivery.current = new TakeDelivery(take, webhookTarget(target));
      }
      const current = delivery.current;
      const fail = (problem: Problem | null, refusals: Refusals = {}) => {
        setState({ ...IDLE, problem });
        toastSubmissionFailed();
        return refusals;
      };
      const refuse = (status: number, reply: SubmitReply, text: string) => {
        console.error(`testimonial not sent: the webhook answered ${status}: ${text}`);
        return fail(problemOf(status, reply), reply.fields);
      };
      try {
        const answer = await current.send(values, finishing, (now) => setState({ ...now, problem: null }));
        if (answer.kind === "refused") return refuse(answer.status, answer.reply, answer.text);
        if (answer.kind === "blocked") return fail(BLOCKED);
        delivery.current = null;
        take.store.sent(businessOf(target).clientId);
        setState({ ...IDLE, phase: "done", ownPage: answer.ownPage });
        toastThanks(target);
      } catch (error) {
        if (error instanceof UploadCancelled || current.cancelled) setState(IDLE);
        else if (error instanceof UploadRefused)
          return refuse(error.status, error.reply, error.reply.error ?? "");
        else if (error instanceof FileUnreadable) return fail(UNREADABLE);
        else {
          console.error("upload failed", error);
          return fail(FAILED);
        }
      }
      return {};
    },
    [target],
  );

  const cancel = useCallback(() => delivery.current?.cancel(), []);
  // Leaving the page cancels: nothing is sent in the background.
  useEffect(() => cancel, [cancel]);

  return { ...state, send, cancel };
}

const RETRY_HINT = "Your video and your details are still here: press Send Testimonial to try again.";
const FAILED: Problem = { text: `Your video could not be sent. ${RETRY_HINT}`, blocked: false };
const BLOCKED: Problem = { text: blockedNetwork("Send Testimonial"), blocked: false };
const BROKEN = `Our server has a problem. ${RETRY_HINT}`;
/** Fields that show their own error. */
const FORM_FIELDS = ["name", "email", "privacyConsent", "marketingConsent"];

/** Error that stays on the screen after the toast. */
function problemOf(status: number, reply: SubmitReply): Problem | null {
  const block = blockOf(reply.code);
  if (block) return { text: block, blocked: true };
  const otherErrors = Object.entries(reply.fields ?? {}).flatMap(([name, text]) =>
    FORM_FIELDS.includes(name) ? [] : [text],
  );
  const text = reply.fields ? otherErrors.join(" ") : status < 500 ? reply.error : BROKEN;
  return text ? { text, blocked: false } : null;
}

/** The form of a webhook (BRA07, BRA08), with the finished upload in place of a video that is not small. */
function webhookTarget(target: DialogTarget): DeliveryTarget {
  const address = webhookOf(target);
  const { clientId, destination } = businessOf(target);
  return {
    clientId,
    address,
    destination,
    webhook: address.split("/").at(-1),
    inlineBytes: limits.smallUploadBytes,
    form(values, { blob, watermarked, soundLeftOut, endMissing, unfinished, poster }, uploadId) {
      const timestamp = new Date().toISOString();
      const form = new FormData();
      form.set("name", values.customerName.trim());
      form.set("email", values.customerEmail.trim());
      form.set("timestamp", timestamp);
      form.set("privacyConsent", String(values.consentData));
      form.set("marketingConsent", String(values.consentMarketing));
      // Version of the consent texts that was shown; a demo's has one only.
      if (target.kind === "business") form.set("consentVersion", CONSENT_VERSION);
      if (target.kind === "business" && target.client.watermark_enabled) {
        form.set("watermarked", String(watermarked));
        if (unfinished) form.set("unfinished", unfinished);
      }
      if (soundLeftOut) form.set("soundLeftOut", "true");
      if (endMissing) form.set("endMissing", "true");
      addPoster(form, poster);
      // The video is last: the server parses a form as it streams in, and can refuse it before these bytes.
      if (uploadId) form.set("uploadId", uploadId);
      else form.set("video", blob, `testimonial-${timestamp}.${extensionOf(blob.type)}`);
      return form;
    },
  };
}
