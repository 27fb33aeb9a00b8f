import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { loadTools, type FormValues } from "../../../media/core.ts";
import { keepScreenAwake } from "../../../media/wake-lock.ts";
import { LeaveDialog } from "../record/video/leave-dialog.tsx";
import { Stage } from "../record/video/stage.tsx";
import { useLeaveGuard } from "../record/video/use-leave-guard.ts";
import { isSending } from "../record/video/use-submission.ts";
import { useTake } from "../record/video/use-take.ts";
import { DialogForm } from "./dialog-form.tsx";
import { businessOf, invitationOf, titleOf, type Occasion } from "./occasion.ts";
import { RecordingWindow } from "./recording-window.tsx";
import { SentView, sentTitle } from "./sent-view.tsx";
import { useDelivery } from "./use-delivery.ts";
import { EMPTY, type Typed } from "./use-dialog-form.ts";

type Props = {
  occasion: Occasion;
  /** Once it is not, the dialog closes. */
  open: boolean;
  /** What was typed in an earlier visit. */
  typed: Typed | null;
  /** Hears what stands in the fields, unless it was sent or given up. */
  onClosed: (left: Typed | null) => void;
};

/** Record, say who you are, send: the recorder of the record pages, on the page it was opened from. */
export function TestimonialDialog({ occasion, open, typed, onClosed }: Props) {
  const business = useMemo(() => businessOf(occasion), [occasion]);
  const { take, draft, finishing, changeTake, chooseFile, settle } = useTake(business);
  const [recording, setRecording] = useState<{ stop: () => void } | null>(null);
  const [closed, setClosed] = useState(false);
  const delivery = useDelivery(occasion);
  const sending = isSending(delivery.phase);
  const sent = delivery.phase === "done";
  const atRisk = !sent && (take !== null || recording !== null);
  const guard = useLeaveGuard(atRisk);

  useEffect(() => void loadTools(), []);
  useEffect(() => settle(sending || sent), [settle, sending, sent]);
  useEffect(() => (sending ? keepScreenAwake() : undefined), [sending]);

  // What was said so far is a take: it can be kept by staying.
  const endRecording = useEffectEvent(() => recording?.stop());
  useEffect(() => {
    if (guard.asking) endRecording();
  }, [guard.asking]);

  const left = useRef<Typed | null>(typed);
  const note = useCallback(({ customerName, customerEmail }: FormValues) => {
    left.current = { customerName, customerEmail };
  }, []);
  const discard = () => {
    left.current = null;
    delivery.cancel();
    changeTake(null);
  };
  const close = () => {
    setClosed(true);
    onClosed(sent ? null : left.current);
  };

  return (
    <>
      <RecordingWindow
        title={sent ? sentTitle(occasion) : titleOf(occasion)}
        size={sent ? "card" : "studio"}
        open={open}
        onAsk={guard.askFirst}
        onClosed={close}
      >
        {sent ? (
          <SentView occasion={occasion} />
        ) : (
          <div className="grid items-start gap-6 p-4 [--around-stage:9.5rem] sm:p-6 lg:grid-cols-[minmax(0,1fr)_25rem] lg:gap-8">
            {/* The camera goes off with the window; the fields stand a moment longer. */}
            {!closed && (
              <Stage
                invitation={invitationOf(occasion)}
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
              occasion={occasion}
              draft={draft?.values ?? (typed ? { ...EMPTY, ...typed } : EMPTY)}
              onValues={note}
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
