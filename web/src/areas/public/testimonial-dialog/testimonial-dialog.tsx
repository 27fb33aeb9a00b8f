import { useEffect, useMemo, useState } from "react";
import { loadTools } from "../../../media/core.ts";
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
import { EMPTY } from "./use-dialog-form.ts";

/** Record, say who you are, send: the recorder of the record pages, on the page it was opened from. */
export function TestimonialDialog({ occasion, onClosed }: { occasion: Occasion; onClosed: () => void }) {
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

  const ask = (close: () => void) => {
    // What was said so far is a take: it can be kept by staying.
    recording?.stop();
    guard.askFirst(close);
  };
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
        title={sent ? sentTitle(occasion) : titleOf(occasion)}
        size={sent ? "card" : "studio"}
        held={atRisk}
        onAsk={ask}
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
              draft={draft?.values ?? EMPTY}
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
