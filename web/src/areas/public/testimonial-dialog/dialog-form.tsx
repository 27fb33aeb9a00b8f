import { useEffect, useRef, useState } from "react";
import type { FormValues } from "../../../media/core.ts";
import type { Field } from "../../../media/generated/Field.ts";
import type { Take } from "../../../media/take.ts";
import { Button } from "../../../ui/button.tsx";
import { facts } from "../facts.ts";
import { LegalNote } from "../legal-note.tsx";
import { CustomerFields, focusField } from "../record/video/customer-fields.tsx";
import { SendingPanel } from "../record/video/sending-panel.tsx";
import { SubmissionProblem } from "../record/video/submission-problem.tsx";
import type { FinishingState } from "../record/video/use-finishing.ts";
import { isSending } from "../record/video/use-submission.ts";
import { WatermarkNote } from "../record/video/watermark-note.tsx";
import { businessOf, consentOf, type Occasion } from "./occasion.ts";
import { neededFor, useDialogForm } from "./use-dialog-form.ts";
import type { useDelivery } from "./use-delivery.ts";

type Props = {
  occasion: Occasion;
  /** What the fields hold at first. */
  draft: FormValues;
  onValues: (values: FormValues) => void;
  take: Take | null;
  finishing: FinishingState;
  delivery: ReturnType<typeof useDelivery>;
};

/** Who is speaking, the two consents, and the button that sends it. */
export function DialogForm({ occasion, draft, onValues, take, finishing, delivery }: Props) {
  const form = useDialogForm(draft, take, onValues);
  const element = useRef<HTMLFormElement>(null);
  const { values, errors } = form;
  const needed = neededFor(values, take);
  const sending = isSending(delivery.phase);
  const { watermark } = businessOf(occasion);
  const [busy, setBusy] = useState(false);
  /** What the focus goes to after a failure, once it may be edited again. */
  const [mend, setMend] = useState<{ at: Field | "video" | "submit" } | null>(null);
  useEffect(() => {
    if (mend) focusField(element.current, mend.at);
  }, [mend]);

  const send = async () => {
    // Several taps in one go are one.
    if (busy || sending) return;
    const wrong = form.check();
    if (wrong) {
      setMend({ at: wrong });
    } else if (take && finishing.work) {
      setBusy(true);
      const refused = form.refuse(await delivery.send(take, finishing.work, values));
      setBusy(false);
      setMend({ at: refused ?? "submit" });
    }
  };

  return (
    <form
      ref={element}
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
        consent={(box) => consentOf(occasion, box)}
        set={form.set}
        tick={form.set}

        onEnter={() => void send()}
      />
      <p className="text-[0.9375rem] text-muted">
        {occasion.kind === "demo" &&
          `The link goes to this address only. The video is deleted within ${facts.demoHours} hours. `}
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
