import { useEffect, useRef, type KeyboardEvent } from "react";
import type { PublicClient } from "../../../../api/generated/PublicClient.ts";
import { consentText } from "../../../../media/consent.ts";
import type { FormValues } from "../../../../media/core.ts";
import type { Field } from "../../../../media/generated/Field.ts";
import type { Take } from "../../../../media/take.ts";
import type { Watermark } from "../../../../media/watermark.ts";
import { Button } from "../../../../ui/button.tsx";
import { Checkbox } from "../../../../ui/checkbox.tsx";
import { TextField } from "../../../../ui/text-field.tsx";
import { LegalNote } from "../../legal-note.tsx";
import { SendingPanel } from "./sending-panel.tsx";
import { SubmissionProblem } from "./submission-problem.tsx";
import { ThankYouDialog } from "./thank-you-dialog.tsx";
import { missingFrom, useTestimonialForm } from "./use-testimonial-form.ts";
import { isSending, useSubmission, type SubmissionPhase } from "./use-submission.ts";
import type { FinishingState } from "./use-finishing.ts";
import { WatermarkNote } from "./watermark-note.tsx";

type Props = {
  client: PublicClient;
  /** What the fields hold at first. */
  draft: FormValues | null;
  watermark: Watermark | null;
  take: Take | null;
  finishing: FinishingState;
  onPhase: (phase: SubmissionPhase) => void;
};

/** Who is speaking, the two consents, and the way out of the device. */
export function TestimonialForm({ client, draft, watermark, take, finishing, onPhase }: Props) {
  const form = useTestimonialForm(draft, take?.keeper);
  const submission = useSubmission(client, form.showErrors);
  const element = useRef<HTMLFormElement>(null);
  const { values, errors } = form;
  const missing = missingFrom(values, take);
  const { phase } = submission;
  const sending = isSending(phase);

  useEffect(() => onPhase(phase), [onPhase, phase]);
  useEffect(() => {
    const fields = element.current;
    if (!sending) return undefined;
    // After a failure or a cancelled upload the focus goes where it came from.
    return () => void setTimeout(() => focusField(fields, "submit"));
  }, [sending]);

  const submitting = useRef(false);
  const submit = async () => {
    // Several taps in one go are one.
    if (submitting.current) return;
    submitting.current = true;
    try {
      const wrong = await form.check(take);
      if (wrong) focusField(element.current, wrong);
      else if (take && finishing.work) await submission.send(take, finishing.work, values);
    } finally {
      submitting.current = false;
    }
  };

  // A browser sends no form whose button is disabled, and says nothing: Enter goes the same way as the button.
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    void submit();
  };

  const text = (field: "customerName" | "customerEmail") => ({
    name: field,
    value: values[field],
    error: errors[field],
    required: true,
    disabled: sending,
    onText: (value: string) => form.set(field, value),
    onBlur: () => void form.checkField(field),
    onKeyDown: onEnter,
  });
  const tick = (field: "consentData" | "consentMarketing") => ({
    name: field,
    label: consentText(field, client.company_name),
    checked: values[field],
    error: errors[field],
    required: true,
    disabled: sending,
    onTick: (value: boolean) => form.set(field, value),
  });

  return (
    <section aria-labelledby="details" className="hidden-by-camera min-w-0">
      <h2 id="details" className="mb-4 text-3xl">
        Your details
      </h2>
      <form
        ref={element}
        noValidate
        className="flex flex-col gap-2.5"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <TextField label="Name" autoComplete="name" autoCapitalize="words" {...text("customerName")} />
        <TextField
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          {...text("customerEmail")}
        />
        <Checkbox {...tick("consentData")} />
        <Checkbox {...tick("consentMarketing")} />
        <p className="text-[0.9375rem] text-muted">
          <LegalNote />
        </p>
        <WatermarkNote watermark={take ? take.watermark : watermark} finishing={finishing} />
        <SubmissionProblem problem={submission.problem} />
        {sending ? (
          <SendingPanel submission={submission} finishing={finishing} />
        ) : (
          <>
            <Button
              type="submit"
              disabled={missing.length > 0}
              aria-describedby="still-needed"
              className="mt-1 min-h-14 text-lg"
            >
              Submit Testimonial
            </Button>
            <p id="still-needed" className="min-h-6 text-center text-sm text-muted">
              {missing.length > 0 && `Still needed: ${missing.join(", ")}.`}
            </p>
          </>
        )}
      </form>
      {phase === "done" && <ThankYouDialog client={client} />}
    </section>
  );
}

function focusField(form: HTMLFormElement | null, field: Field | "video" | "submit"): void {
  form?.querySelector<HTMLElement>(`[name="${field}"], [type="${field}"]`)?.focus();
}
