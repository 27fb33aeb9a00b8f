import { useCallback, useEffect, useRef, useState } from "react";
import { readReply } from "../../../api/submit-reply.ts";
import { postTestimonial, WebhookError } from "../../../api/webhook.ts";
import type { FormValues } from "../../../media/core.ts";
import type { Finishing } from "../../../media/finish/finishing.ts";
import type { Take } from "../../../media/take.ts";
import { blockOfStatus } from "../record/block.ts";
import type { SubmissionState } from "../record/video/use-submission.ts";
import { businessOf, webhookOf, type Occasion } from "./occasion.ts";
import { sayFailed, sayThanks } from "./say-outcome.ts";

const IDLE: SubmissionState = { phase: "idle", percent: 0, waiting: false, secondsLeft: null, problem: null };

/** What the webhook has against single fields, by their names on its form. */
export type Refusals = Record<string, string>;

/** Finished file, then one post with everything. After a failure the video is still there: `send` tries once more. */
export function useDelivery(occasion: Occasion) {
  const [state, setState] = useState(IDLE);
  const stop = useRef(new AbortController());

  const send = useCallback(
    async (take: Take, finishing: Finishing, values: FormValues): Promise<Refusals> => {
      stop.current = new AbortController();
      const { signal } = stop.current;
      const show = (now: Partial<SubmissionState>) => setState({ ...IDLE, ...now });
      // Should the tab end now, the next visit knows what was typed.
      take.keeper.amend({ form: values });
      show({ phase: "preparing" });
      try {
        const { blob, watermarked, unfinished } = await Promise.race([finishing.done, aborted(signal)]);
        show({ phase: "uploading" });
        const testimonial = {
          name: values.customerName.trim(),
          email: values.customerEmail.trim(),
          privacyConsent: values.consentData,
          marketingConsent: values.consentMarketing,
          ...(wantsMark(occasion) ? { marked: { watermarked, unfinished } } : {}),
          video: blob,
        };
        await postTestimonial(webhookOf(occasion), testimonial, take.key, signal, (percent) =>
          show({ phase: percent < 100 ? "uploading" : "submitting", percent }),
        );
        take.keeper.sent(businessOf(occasion).clientId);
        show({ phase: "done" });
        sayThanks(occasion);
        return {};
      } catch (error) {
        if (signal.aborted) {
          show({});
          return {};
        }
        console.error("testimonial not sent:", error);
        const { problem, refusals } = explain(error);
        show({ problem });
        sayFailed();
        return refusals;
      }
    },
    [occasion],
  );

  const cancel = useCallback(() => stop.current.abort(), []);
  // Whoever leaves takes their video with them: nothing goes on unseen.
  useEffect(() => cancel, [cancel]);

  return { ...state, send, cancel };
}

const wantsMark = (occasion: Occasion) => occasion.kind === "business" && occasion.client.watermark_enabled;

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
}

const STILL_HERE = "Your video and your details are still here: press Send Testimonial to try again.";
const UNREACHABLE = `We could not reach the server. ${STILL_HERE}`;
const BROKEN = `Our server has a problem. ${STILL_HERE}`;
/** What has a place beside it on the form. */
const ON_FORM = ["name", "email", "privacyConsent", "marketingConsent"];

/** What stays on the screen after the toast has gone. */
function explain(error: unknown): { problem: SubmissionState["problem"]; refusals: Refusals } {
  if (!(error instanceof WebhookError) || error.status === 0) {
    return { problem: { text: UNREACHABLE, blocked: false }, refusals: {} };
  }
  const block = blockOfStatus(error.status);
  if (block) return { problem: { text: block, blocked: true }, refusals: {} };
  const reply = readReply(error.text);
  const refusals = reply.fields ?? {};
  const elsewhere = Object.entries(refusals).flatMap(([name, text]) =>
    ON_FORM.includes(name) ? [] : [text],
  );
  const text = reply.fields ? elsewhere.join(" ") : error.status < 500 ? reply.error : BROKEN;
  return { problem: text ? { text, blocked: false } : null, refusals };
}
