import { useCallback, useEffect, useRef, useState } from "react";
import type { PublicClient, SubmitReply } from "#api/generated/public.ts";
import type { FieldErrors, FormValues } from "#media/core-types.ts";
import type { Finishing } from "#media/finish/finishing.ts";
import { extensionOf, type Take } from "#media/take/take.ts";
import {
  FileUnreadable,
  UploadCancelled,
  UploadRefused,
  type UploadReport,
} from "#media/upload/upload-report.ts";
import { blockOf } from "#areas/public/record/blocked.tsx";
import {
  toastInvalid,
  toastNoClient,
  toastSubmissionFailed,
  toastThanks,
} from "#areas/public/record/video/toasts.ts";
import { blockedNetwork } from "./blocked-network.ts";
import { addPoster, TakeDelivery, type DeliveryReport, type DeliveryTarget } from "./take-delivery.ts";
import { isOnForm } from "#areas/public/record/video/form/use-testimonial-form.ts";
import { submitTestimonialAddress } from "#api/generated/calls/record.ts";
import { destinationOf } from "#media/take/sending-record.ts";
import { CONSENT_EXPLANATION, CONSENT_VERSION, consentText } from "#media/consent.ts";

export type SubmissionPhase = "idle" | DeliveryReport["phase"] | "done";

export const isSending = (phase: SubmissionPhase): boolean => phase !== "idle" && phase !== "done";

/** Error that stays on the screen; `blocked` adds a link to support. */
export type Problem = { text: string; blocked: boolean };

export type SubmissionState = UploadReport & {
  phase: SubmissionPhase;
  problem: Problem | null;
  /** The customer's private page, once it is known. */
  ownPage?: string | undefined;
};

const IDLE: SubmissionState = { phase: "idle", percent: 0, waiting: null, secondsLeft: null, problem: null };

/** Finishes, uploads and submits. After a failure nothing is lost: the next `send` resumes. */
export function useSubmission(client: PublicClient, showErrors: (errors: FieldErrors) => void) {
  const [state, setState] = useState(IDLE);
  const delivery = useRef<TakeDelivery | null>(null);

  const refuse = useCallback(
    (status: number, reply: SubmitReply) => {
      setState({ ...IDLE, problem: problemOf(status, reply) });
      if (blockOf(reply.code)) return;
      if (status === 400 && reply.fields) {
        showErrors(reply.fields);
        toastInvalid();
      } else {
        toastSubmissionFailed(status === 429 ? reply.error : undefined);
      }
    },
    [showErrors],
  );

  const send = useCallback(
    async (take: Take, finishing: Finishing, values: FormValues) => {
      if (!client.id) {
        toastNoClient();
        return;
      }
      if (delivery.current?.take !== take) {
        delivery.current?.cancel();
        delivery.current = new TakeDelivery(take, recordPageTarget(client));
      }
      const current = delivery.current;
      try {
        const answer = await current.send(values, finishing, (now) => setState({ ...now, problem: null }));
        if (answer.kind === "refused") {
          refuse(answer.status, answer.reply);
        } else if (answer.kind === "blocked") {
          setState({ ...IDLE, problem: BLOCKED });
          toastSubmissionFailed(BLOCKED.text);
        } else {
          delivery.current = null;
          take.store.sent(client.id);
          setState({ ...IDLE, phase: "done", ownPage: answer.ownPage });
          toastThanks();
        }
      } catch (error) {
        if (error instanceof UploadCancelled || current.cancelled) setState(IDLE);
        else if (error instanceof UploadRefused) refuse(error.status, error.reply);
        else if (error instanceof FileUnreadable) {
          setState({ ...IDLE, problem: UNREADABLE });
          toastSubmissionFailed(UNREADABLE.text);
        } else {
          console.error("upload failed", error);
          setState({ ...IDLE, problem: FAILED });
          toastSubmissionFailed();
        }
      }
    },
    [client, refuse],
  );

  const cancel = useCallback(() => delivery.current?.cancel(), []);
  // Leaving the page cancels: nothing is sent in the background.
  useEffect(() => cancel, [cancel]);

  return { ...state, send, cancel };
}

const FAILED: Problem = {
  text: "Your video could not be sent. It is still here, with your details: press submit to try again.",
  blocked: false,
};

export const UNREADABLE: Problem = {
  text: "This page can no longer read that video. Choose it again.",
  blocked: false,
};

const BLOCKED: Problem = { text: blockedNetwork("submit"), blocked: false };

function problemOf(status: number, reply: SubmitReply): Problem | null {
  const block = blockOf(reply.code);
  if (block) return { text: block, blocked: true };
  const text = status === 400 && reply.fields ? otherFieldErrors(reply.fields) : reply.error;
  return text ? { text, blocked: false } : null;
}

/** Errors of fields that the form does not show, such as the version of the consent texts. */
function otherFieldErrors(fields: Record<string, string>): string {
  return Object.entries(fields)
    .flatMap(([field, message]) => (isOnForm(field) ? [] : [message]))
    .join(" ");
}

/** Destination of a record page: the form's URL and its consent texts. */
export const recordPageDestination = ({ company_name }: PublicClient): string =>
  destinationOf(
    submitTestimonialAddress,
    consentText("consentData", company_name),
    consentText("consentMarketing", company_name),
    CONSENT_EXPLANATION,
  );

/** The form of a record page (SUB24). Its video is uploaded resumably, unless the network blocks that. */
const recordPageTarget = (client: PublicClient): DeliveryTarget => ({
  clientId: client.id,
  address: submitTestimonialAddress,
  destination: recordPageDestination(client),
  inlineBytes: 0,
  form(values, { blob, watermarked, soundLeftOut, endMissing, unfinished, poster }, uploadId) {
    const form = new FormData();
    form.set("clientId", client.id);
    form.set("customerName", values.customerName.trim());
    form.set("customerEmail", values.customerEmail.trim());
    form.set("consentData", String(values.consentData));
    form.set("consentMarketing", String(values.consentMarketing));
    // Version of the consent texts that was shown.
    form.set("consentVersion", CONSENT_VERSION);
    form.set("watermarked", String(watermarked));
    if (unfinished) form.set("unfinished", unfinished);
    if (soundLeftOut) form.set("soundLeftOut", "true");
    if (endMissing) form.set("endMissing", "true");
    addPoster(form, poster);
    // The video is last: the server parses a form as it streams in, and can refuse it before these bytes.
    if (uploadId) form.set("uploadId", uploadId);
    else form.set("video", blob, `testimonial.${extensionOf(blob.type)}`);
    return form;
  },
});
