import { useCallback, useEffect, useRef, useState } from "react";
import type { PublicClient } from "../../../../api/generated/PublicClient.ts";
import type { SubmitReply } from "../../../../api/generated/SubmitReply.ts";
import { sendSubmission, type Submission } from "../../../../api/submission.ts";
import { CONSENT_VERSION } from "../../../../media/consent.ts";
import type { FieldErrors, FormValues } from "../../../../media/core.ts";
import type { Take } from "../../../../media/take.ts";
import { TakeUpload, UploadCancelled, UploadRefused } from "../../../../media/upload.ts";
import { blockOfStatus } from "../block.ts";
import { sayFailed, sayInvalid, sayNoClient, sayThanks } from "./say.ts";
import { isOnForm } from "./use-testimonial-form.ts";

export type SubmissionPhase = "idle" | "uploading" | "submitting" | "done";

export const isSending = (phase: SubmissionPhase): boolean => phase === "uploading" || phase === "submitting";

/** What stays on the screen after a refusal; `blocked` adds the way to support. */
export type Problem = { text: string; blocked: boolean };

export type SubmissionState = {
  phase: SubmissionPhase;
  percent: number;
  waiting: boolean;
  problem: Problem | null;
};

const IDLE: SubmissionState = { phase: "idle", percent: 0, waiting: false, problem: null };

/** Upload, then submission. After a failure nothing is lost: the next `send` goes on where this one ended. */
export function useSubmission(client: PublicClient, showErrors: (errors: FieldErrors) => void) {
  const [state, setState] = useState(IDLE);
  const upload = useRef<TakeUpload | null>(null);

  const refuse = useCallback(
    (status: number, reply: SubmitReply) => {
      setState({ ...IDLE, problem: problemOf(status, reply) });
      if (blockOfStatus(status)) return;
      if (status === 400 && reply.fields) {
        showErrors(reply.fields);
        sayInvalid();
      } else {
        sayFailed(status === 429 ? reply.error : undefined);
      }
    },
    [showErrors],
  );

  const send = useCallback(
    async (take: Take, values: FormValues) => {
      if (!client.id) {
        sayNoClient();
        return;
      }
      if (upload.current?.take !== take) {
        void upload.current?.cancel();
        upload.current = new TakeUpload(take, client.id);
      }
      const current = upload.current;
      setState({ ...IDLE, phase: "uploading" });
      try {
        const answer = await deliver(current, values, setState);
        if (answer.kind === "refused") {
          refuse(answer.status, answer.reply);
        } else if (answer.kind === "unreachable") {
          setState({ ...IDLE, problem: UNREACHABLE });
          sayFailed();
        } else {
          upload.current = null;
          setState({ ...IDLE, phase: "done" });
          sayThanks();
        }
      } catch (error) {
        if (error instanceof UploadCancelled || current.signal.aborted) setState(IDLE);
        else if (error instanceof UploadRefused) refuse(error.status, error.reply);
        else {
          console.error("upload failed", error);
          setState({ ...IDLE, problem: UNREACHABLE });
          sayFailed();
        }
      }
    },
    [client.id, refuse],
  );

  const cancel = useCallback(() => void upload.current?.cancel(), []);
  // Whoever leaves takes their video with them: nothing goes on unseen.
  useEffect(() => cancel, [cancel]);

  return { ...state, send, cancel };
}

const UNREACHABLE: Problem = {
  text: "We could not reach the server. Your video and your details are still here: press submit to go on.",
  blocked: false,
};

async function deliver(upload: TakeUpload, values: FormValues, report: (state: SubmissionState) => void) {
  for (let renewed = false; ; renewed = true) {
    const uploadId = await upload.send((now) => report({ ...IDLE, phase: "uploading", ...now }));
    const answer = await sendSubmission(
      submissionOf(upload, values, uploadId),
      upload.take.key,
      upload.signal,
      (waiting) => report({ ...IDLE, phase: "submitting", percent: 100, waiting }),
    );
    const gone = answer.kind === "refused" && (answer.status === 404 || answer.status === 410);
    if (!gone || renewed) return answer;
    upload.forget();
  }
}

function submissionOf(upload: TakeUpload, values: FormValues, uploadId: string): Submission {
  return {
    clientId: upload.clientId,
    customerName: values.customerName.trim(),
    customerEmail: values.customerEmail.trim(),
    consentData: values.consentData,
    consentMarketing: values.consentMarketing,
    consentVersion: CONSENT_VERSION,
    uploadId,
  };
}

function problemOf(status: number, reply: SubmitReply): Problem | null {
  const block = blockOfStatus(status);
  if (block) return { text: block, blocked: true };
  const text = status === 400 && reply.fields ? aboutOtherFields(reply.fields) : reply.error;
  return text ? { text, blocked: false } : null;
}

/** What is wrong with fields that the form does not show, such as the version of the consent texts. */
function aboutOtherFields(fields: Record<string, string>): string {
  return Object.entries(fields)
    .flatMap(([field, message]) => (isOnForm(field) ? [] : [message]))
    .join(" ");
}
