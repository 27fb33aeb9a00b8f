import type { FieldErrors, FormValues } from "#media/core-types.ts";
import type { Take } from "#media/take/take.ts";
import { Button } from "#ui/button.tsx";
import { facts } from "#areas/public/facts.ts";
import { LegalNote } from "#areas/public/record/video/form/legal-note.tsx";
import { CustomerFields } from "#areas/public/record/video/form/customer-fields.tsx";
import { SendingPanel } from "#areas/public/record/video/sending/sending-panel.tsx";
import { SubmissionProblem } from "#areas/public/record/video/sending/submission-problem.tsx";
import type { FinishingState } from "#areas/public/record/video/sending/use-finishing.ts";
import { useResumedSending } from "#areas/public/record/video/sending/use-resumed-sending.ts";
import { isSending } from "#areas/public/record/video/sending/use-submission.ts";
import { WatermarkNote } from "#areas/public/record/video/form/watermark-note.tsx";
import { businessOf, consentOf, type DialogTarget } from "./dialog-target.ts";
import type { Refusals, useDelivery } from "./use-delivery.ts";
import type { Field } from "#media/generated/media.ts";
import { useForm } from "#lib/use-form.ts";
import { toastMissing } from "#areas/public/record/video/toasts.ts";
import { formBeforeReload, useStoredForm } from "#areas/public/record/video/form/use-stored-form.ts";
import { missingFrom } from "#areas/public/record/video/form/use-testimonial-form.ts";

type Props = {
  target: DialogTarget;
  draft: FormValues | null;
  take: Take | null;
  finishing: FinishingState;
  delivery: ReturnType<typeof useDelivery>;
};

/** The customer's details, the two consents, and the submit button. */
export function DialogForm({ target, draft, take, finishing, delivery }: Props) {
  const form = useDialogForm(draft, take);
  const { setElement, values, errors } = form;
  const needed = neededFor(values, take);
  const sending = isSending(delivery.phase);
  const { watermark } = businessOf(target);

  const send = async () => {
    if (form.busy || sending || !form.check() || !take) return;
    const { work } = finishing;
    if (work) await form.submit(async () => form.refuse(await delivery.send(take, work, values)));
  };

  useResumedSending(take, finishing.work, () => void send());

  return (
    <form
      ref={setElement}
      noValidate
      aria-label="Your details"
      className="hidden-by-camera flex min-w-0 flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <CustomerFields
        values={values}
        errors={errors}
        disabled={sending}
        consent={(box) => consentOf(target, box)}
        onChange={form.set}
        onEnter={() => void send()}
      />
      <p className="text-[0.9375rem] text-muted">
        {target.kind === "demo" &&
          `We send the link to this address only. The video is deleted within ${facts.demoHours} hours. `}
        <LegalNote />
      </p>
      {watermark && <WatermarkNote watermark={take ? take.watermark : watermark} finishing={finishing} />}
      <SubmissionProblem problem={delivery.problem} />
      <Button
        type="submit"
        disabled={sending || needed.length > 0}
        aria-describedby={sending ? undefined : "still-needed"}
        className="mt-1 min-h-14 text-lg"
      >
        {sending ? "Sending..." : "Send Testimonial"}
      </Button>
      {sending ? (
        <SendingPanel submission={delivery} finishing={finishing} />
      ) : (
        <p id="still-needed" className="min-h-6 text-center text-sm text-muted">
          {needed.length > 0 && `Still needed: ${needed.join(", ")}.`}
        </p>
      )}
    </form>
  );
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const EMAIL_INVALID = "Please enter a valid email address.";

/** The webhook's field names and the form's. */
const FIELDS: Record<string, Field> = {
  name: "customerName",
  email: "customerEmail",
  privacyConsent: "consentData",
  marketingConsent: "consentMarketing",
};

const isEmail = (values: FormValues) => EMAIL.test(values.customerEmail.trim());

/** The missing or invalid parts that disable `Send Testimonial`, in words. */
function neededFor(values: FormValues, take: Take | null): string[] {
  const missing = missingFrom(values, take);
  return values.customerEmail.trim() && !isEmail(values) ? [...missing, "a valid email address"] : missing;
}

/** State of the dialog's form, with the missing parts and the server's errors. */
function useDialogForm(draft: FormValues | null, take: Take | null) {
  const form = useForm(() => draft ?? formBeforeReload());
  useStoredForm(form.values, take?.store);

  /** Shows the missing parts before sending. Returns whether the form is complete. */
  const check = (): boolean => {
    const { values } = form;
    const errors: FieldErrors = isEmail(values) ? {} : { customerEmail: EMAIL_INVALID };
    const missing = missingFrom(values, take).length > 0;
    if (!missing && isEmail(values)) return true;
    if (missing) toastMissing();
    form.reject(errors, "video", firstMissing(values));
    return false;
  };

  /** Shows the server's errors at their fields. */
  const refuse = (refusals: Refusals): void => {
    const errors = Object.entries(refusals).flatMap(([name, text]): [Field, string][] => {
      const field = FIELDS[name];
      return field ? [[field, field === "customerEmail" ? EMAIL_INVALID : text]] : [];
    });
    form.reject(Object.fromEntries(errors), "submit");
  };

  return { ...form, check, refuse };
}

function firstMissing(values: FormValues): Field | null {
  if (!values.customerName.trim()) return "customerName";
  if (!isEmail(values)) return "customerEmail";
  if (!values.consentData) return "consentData";
  return values.consentMarketing ? null : "consentMarketing";
}
