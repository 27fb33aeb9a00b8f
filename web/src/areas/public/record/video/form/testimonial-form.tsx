import { useEffect } from "react";
import { focusField } from "#lib/use-form.ts";
import type { PublicClient } from "#api/generated/public.ts";
import { CONSENT_EXPLANATION, consentText } from "#media/consent.ts";
import type { FormValues } from "#media/core-types.ts";
import type { Take } from "#media/take/take.ts";
import type { Watermark } from "#media/watermark.ts";
import { Button } from "#ui/button.tsx";
import { LegalNote } from "./legal-note.tsx";
import { CustomerFields } from "./customer-fields.tsx";
import { SendingPanel } from "#areas/public/record/video/sending/sending-panel.tsx";
import { SubmissionProblem } from "#areas/public/record/video/sending/submission-problem.tsx";
import { ThankYouDialog } from "#areas/public/record/video/sending/thank-you-dialog.tsx";
import { missingFrom, useTestimonialForm } from "./use-testimonial-form.ts";
import { useResumedSending } from "#areas/public/record/video/sending/use-resumed-sending.ts";
import {
  isSending,
  type SubmissionPhase,
  useSubmission,
} from "#areas/public/record/video/sending/use-submission.ts";
import type { FinishingState } from "#areas/public/record/video/sending/use-finishing.ts";
import { WatermarkNote } from "./watermark-note.tsx";

type Props = {
  client: PublicClient;
  draft: FormValues | null;
  watermark: Watermark | null;
  take: Take | null;
  finishing: FinishingState;
  onPhase: (phase: SubmissionPhase) => void;
};

/** The customer's details, the two consents, and the submit button. */
export function TestimonialForm({ client, draft, watermark, take, finishing, onPhase }: Props) {
  const form = useTestimonialForm(draft, take?.store);
  const submission = useSubmission(client, form.setErrors);
  const { element, setElement, values, errors } = form;
  const missing = missingFrom(values, take);
  const { phase } = submission;
  const sending = isSending(phase);

  useEffect(() => onPhase(phase), [onPhase, phase]);
  useEffect(() => {
    if (!sending) return undefined;
    // After a failure or a cancelled upload the focus returns to the submit button.
    return () => void setTimeout(() => focusField(element, "submit"));
  }, [element, sending]);

  const submit = () =>
    form.submit(async () => {
      if (!(await form.check(take)) || !take || !finishing.work) return;
      await submission.send(take, finishing.work, values);
    });

  useResumedSending(take, finishing.work, () => void submit());

  return (
    <section aria-labelledby="details" className="hidden-by-camera min-w-0">
      <h2 id="details" className="mb-4 text-3xl">
        Your details
      </h2>
      <form
        ref={setElement}
        noValidate
        className="flex flex-col gap-2.5"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <CustomerFields
          values={values}
          errors={errors}
          disabled={sending}
          consent={(box) => consentText(box, client.company_name)}
          explanation={CONSENT_EXPLANATION}
          onChange={form.set}
          onLeave={(field) => void form.checkField(field)}
          onEnter={() => void submit()}
        />
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
      {phase === "done" && <ThankYouDialog client={client} ownPage={submission.ownPage} />}
    </section>
  );
}
