import { useCallback, useEffect, useRef, useState } from "react";
import type { PublicClient } from "../../../../api/generated/PublicClient.ts";
import type { SubmitReply } from "../../../../api/generated/SubmitReply.ts";
import type { FieldErrors, FormValues } from "../../../../media/core.ts";
import type { Finishing } from "../../../../media/finish/finishing.ts";
import type { Take } from "../../../../media/take.ts";
import { UploadCancelled, UploadRefused, type UploadReport } from "../../../../media/upload.ts";
import { blockOfStatus } from "../block.ts";
import { sayFailed, sayInvalid, sayNoClient, sayThanks } from "./say.ts";
import { TakeDelivery, type DeliveryReport } from "./take-delivery.ts";
import { isOnForm } from "./use-testimonial-form.ts";

export type SubmissionPhase = "idle" | DeliveryReport["phase"] | "done";

export const isSending = (phase: SubmissionPhase): boolean => phase !== "idle" && phase !== "done";

/** What stays on the screen after a refusal; `blocked` adds the way to support. */
export type Problem = { text: string; blocked: boolean };

export type SubmissionState = UploadReport & { phase: SubmissionPhase; problem: Problem | null };

const IDLE: SubmissionState = { phase: "idle", percent: 0, waiting: false, secondsLeft: null, problem: null };

/** Finished file, upload, submission. After a failure nothing is lost: the next `send` goes on where this one ended. */
export function useSubmission(client: PublicClient, showErrors: (errors: FieldErrors) => void) {
  const [state, setState] = useState(IDLE);
  const delivery = useRef<TakeDelivery | null>(null);

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
    async (take: Take, finishing: Finishing, values: FormValues) => {
      if (!client.id) {
        sayNoClient();
        return;
      }
      if (delivery.current?.take !== take) {
        delivery.current?.cancel();
        delivery.current = new TakeDelivery(take, client.id);
      }
      const current = delivery.current;
      try {
        const answer = await current.send(values, finishing, (now) => setState({ ...now, problem: null }));
        if (answer.kind === "refused") {
          refuse(answer.status, answer.reply);
        } else if (answer.kind === "unreachable") {
          setState({ ...IDLE, problem: UNREACHABLE });
          sayFailed();
        } else {
          delivery.current = null;
          take.keeper.sent(client.id);
          setState({ ...IDLE, phase: "done" });
          sayThanks();
        }
      } catch (error) {
        if (error instanceof UploadCancelled || current.cancelled) setState(IDLE);
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

  const cancel = useCallback(() => delivery.current?.cancel(), []);
  // Whoever leaves takes their video with them: nothing goes on unseen.
  useEffect(() => cancel, [cancel]);

  return { ...state, send, cancel };
}

const UNREACHABLE: Problem = {
  text: "We could not reach the server. Your video and your details are still here: press submit to go on.",
  blocked: false,
};

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
