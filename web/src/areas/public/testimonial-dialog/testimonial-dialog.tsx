import {
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
  useId,
  useLayoutEffect,
  useRef,
  type ReactNode,
} from "react";
import { loadTools } from "#media/media-tools.ts";
import { keepScreenAwake } from "#media/camera/wake-lock.ts";
import { LeaveDialog } from "#areas/public/record/video/leave-dialog.tsx";
import { Stage } from "#areas/public/record/video/recorder/stage.tsx";
import { useLeaveGuard } from "#areas/public/record/video/use-leave-guard.ts";
import { isSending } from "#areas/public/record/video/sending/use-submission.ts";
import { useTake } from "#areas/public/record/video/use-take.ts";
import {
  businessOf,
  invitationOf,
  titleOf,
  type DialogTarget,
  consentOf,
  explanationOf,
} from "./dialog-target.ts";
import { useDelivery, type Refusals } from "./use-delivery.ts";
import { useNavigate } from "react-router";
import { routes } from "#paths.ts";
import { Button } from "#ui/button.tsx";
import { facts } from "#areas/public/facts.ts";
import { ReviewLink } from "#areas/public/record/review-button.tsx";
import { LazyOwnPageLink } from "#areas/public/record/lazy-own-page-link.tsx";
import { SentMark } from "#areas/public/record/sent-mark.tsx";
import { X } from "lucide-react";
import { isComposing } from "#lib/is-composing.ts";
import { useToastsInside } from "#ui/toasts/use-toasts-inside.ts";
import type { FieldErrors, FormValues } from "#media/core-types.ts";
import type { Take } from "#media/take/take.ts";
import { LegalNote } from "#areas/public/record/video/form/legal-note.tsx";
import { CustomerFields } from "#areas/public/record/video/form/customer-fields.tsx";
import { SendingPanel } from "#areas/public/record/video/sending/sending-panel.tsx";
import { SubmissionProblem } from "#areas/public/record/video/sending/submission-problem.tsx";
import type { FinishingState } from "#areas/public/record/video/sending/use-finishing.ts";
import { useResumedSending } from "#areas/public/record/video/sending/use-resumed-sending.ts";
import { WatermarkNote } from "#areas/public/record/video/form/watermark-note.tsx";
import type { Field } from "#media/generated/media.ts";
import { useForm } from "#lib/use-form.ts";
import { toastMissing } from "#areas/public/record/video/toasts.ts";
import { formBeforeReload, useStoredForm } from "#areas/public/record/video/form/use-stored-form.ts";
import { missingFrom } from "#areas/public/record/video/form/use-testimonial-form.ts";

type Props = {
  target: DialogTarget;
  /** Set to false to close the dialog. */
  open: boolean;
  onClosed: () => void;
};

/** Records and sends a testimonial: the record pages' recorder, on the page that opened the dialog. */
export function TestimonialDialog({ target, open, onClosed }: Props) {
  const business = useMemo(() => businessOf(target), [target]);
  const { take, draft, finishing, changeTake, chooseFile, setLocked } = useTake(business);
  const [recording, setRecording] = useState<{ stop: () => void } | null>(null);
  const [closed, setClosed] = useState(false);
  const delivery = useDelivery(target);
  const sending = isSending(delivery.phase);
  const sent = delivery.phase === "done";
  const atRisk = !sent && (take !== null || recording !== null);
  const guard = useLeaveGuard(atRisk);

  useEffect(() => void loadTools(), []);
  useEffect(() => setLocked(sending || sent), [setLocked, sending, sent]);
  useEffect(() => (sending ? keepScreenAwake() : undefined), [sending]);

  // Closing ends the recording, which becomes a take: staying keeps it.
  const endRecording = useEffectEvent(() => recording?.stop());
  useEffect(() => {
    if (guard.asking) endRecording();
  }, [guard.asking]);

  const discard = () => {
    delivery.cancel();
    changeTake(null);
  };
  const close = () => {
    setClosed(true);
    onClosed();
  };

  return (
    <>
      <RecordingWindow
        title={sent ? sentTitle(target) : titleOf(target)}
        size={sent ? "card" : "studio"}
        open={open}
        onAsk={guard.confirmThen}
        onClosed={close}
      >
        {sent ? (
          <SentView target={target} ownPage={delivery.ownPage} />
        ) : (
          <div className="grid items-start gap-6 p-4 [--around-stage:9.5rem] sm:p-6 lg:grid-cols-[minmax(0,1fr)_25rem] lg:gap-8">
            {/* Closing turns the camera off at once; the fields stay while the dialog fades out. */}
            {!closed && (
              <Stage
                invitation={invitationOf(target)}
                business={business}
                take={take}
                finishing={finishing}
                onTake={changeTake}
                onFile={chooseFile}
                onRecording={(stop) => setRecording(stop && { stop })}
                frozen={sending}
              />
            )}
            <DialogForm
              key={draft?.key}
              target={target}
              draft={draft?.values ?? null}
              take={take}
              finishing={finishing}
              delivery={delivery}
            />
          </div>
        )}
      </RecordingWindow>
      {guard.asking && <LeaveDialog guard={guard} sending={sending} onLeave={discard} />}
    </>
  );
}

/** The dialog's title once the video has arrived. */
const sentTitle = (target: DialogTarget) => (target.kind === "demo" ? "Demo Submitted!" : "Thank you!");

/** Confirmation with the next steps. */
function SentView({ target, ownPage }: { target: DialogTarget; ownPage: string | undefined }) {
  const navigate = useNavigate();
  return (
    <div className="flex min-h-[75dvh] flex-col items-center justify-center gap-6 px-6 py-9 text-center sm:min-h-0">
      <SentMark />
      {target.kind === "demo" ? (
        <>
          <p className="text-lg text-muted">
            Check your inbox: the link to your video is on its way. The video is deleted within{" "}
            {facts.demoHours} hours.
          </p>
          <Button className="w-full" onClick={() => void navigate(routes.home, { replace: true })}>
            Close Demo
          </Button>
        </>
      ) : (
        <>
          <p className="text-lg text-muted">Your video is on its way to {target.client.company_name}.</p>
          <ReviewLink
            label="Leave a Google Review"
            address={target.client.review_link_url}
            className="w-full"
          />
          {ownPage && <LazyOwnPageLink href={ownPage} />}
        </>
      )}
    </div>
  );
}

type RecordingWindowProps = {
  title: string;
  /** Room for the camera beside the form; or just a card with a few words. */
  size: "studio" | "card";
  /** Set to false to close the dialog. */
  open: boolean;
  /** The user wants to close it: call `close` now, or after a confirmation. */
  onAsk: (close: () => void) => void;
  onClosed: () => void;
  children: ReactNode;
};

const sizes = {
  studio:
    "sm:m-auto sm:h-fit sm:max-h-[calc(100dvh-2rem)] sm:w-[min(40rem,calc(100vw-3rem))] sm:rounded-card sm:border sm:border-hairline sm:shadow-float lg:w-[min(70rem,calc(100vw-3rem))]",
  card: "sm:m-auto sm:h-fit sm:w-[min(30rem,calc(100vw-3rem))] sm:rounded-card sm:border sm:border-hairline sm:shadow-float",
};

/** The modal `<dialog>` around the recorder: the whole screen on a phone, a card in the middle elsewhere. */
function RecordingWindow({ title, size, open, onAsk, onClosed, children }: RecordingWindowProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const element = dialog.current;
    // Neither a key nor a gesture closes it directly, since something may be lost. And Chrome closes on a second Escape
    // even if `cancel` is prevented; with this a phone's back button is an ordinary history step.
    element?.setAttribute("closedby", "none");
    if (element && !element.open) element.showModal();
  }, []);
  useToastsInside(dialog);
  useLayoutEffect(() => {
    if (!open) dialog.current?.close();
  }, [open]);

  // Deferred: the confirmation must be gone first, or the focus cannot return to the opener.
  const close = () => void setTimeout(() => dialog.current?.close());
  const askOnEscape = useEffectEvent((event: KeyboardEvent) => {
    // A dialog in front of it, such as the question, hears the key itself.
    const isEscape = event.key === "Escape" && !isComposing(event);
    if (!isEscape || [...document.querySelectorAll("dialog:modal")].at(-1) !== dialog.current) return;
    event.preventDefault();
    onAsk(close);
  });
  useEffect(() => {
    // On the window: after a click beside the fields nothing is focused, and the dialog receives no key events.
    const onKeyDown = (event: KeyboardEvent) => askOnEscape(event);
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={onClosed}
      onCancel={(event) => {
        // A cancelled file picker fires `cancel` too, and it bubbles.
        if (event.target !== dialog.current) return;
        event.preventDefault();
        onAsk(close);
      }}
      className={`m-0 h-dvh max-h-none w-screen max-w-none animate-rise overflow-y-auto overscroll-contain bg-paper text-ink outline-none ${sizes[size]}`}
    >
      <div className="sticky top-0 z-10 flex items-start justify-between gap-4 border-b border-hairline bg-paper py-2 pr-3 pl-4 sm:pl-6">
        {/* A new title counts as a new screen. */}
        <h2
          key={title}
          ref={focusHeading}
          id={titleId}
          tabIndex={-1}
          className="min-w-0 py-2 text-2xl wrap-anywhere"
        >
          {title}
        </h2>
        <button
          type="button"
          aria-label="Close"
          onClick={() => onAsk(close)}
          className="grid size-11 shrink-0 place-items-center rounded-full transition-colors hover:bg-sunken"
        >
          <X className="size-6" aria-hidden="true" />
        </button>
      </div>
      {children}
    </dialog>
  );
}

const focusHeading = (heading: HTMLElement | null) => heading?.focus();

type DialogFormProps = {
  target: DialogTarget;
  draft: FormValues | null;
  take: Take | null;
  finishing: FinishingState;
  delivery: ReturnType<typeof useDelivery>;
};

/** The customer's details, the two consents, and the submit button. */
function DialogForm({ target, draft, take, finishing, delivery }: DialogFormProps) {
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
        explanation={explanationOf(target)}
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
