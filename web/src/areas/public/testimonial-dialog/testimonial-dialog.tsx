import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { loadTools } from "#media/media-tools.ts";
import { keepScreenAwake } from "#media/camera/wake-lock.ts";
import { LeaveDialog } from "#areas/public/record/video/leave-dialog.tsx";
import { Stage } from "#areas/public/record/video/recorder/stage.tsx";
import { useLeaveGuard } from "#areas/public/record/video/use-leave-guard.ts";
import { isSending } from "#areas/public/record/video/sending/use-submission.ts";
import { useTake } from "#areas/public/record/video/use-take.ts";
import { DialogForm } from "./dialog-form.tsx";
import { businessOf, invitationOf, titleOf, type DialogTarget } from "./dialog-target.ts";
import { RecordingWindow } from "./recording-window.tsx";
import { useDelivery } from "./use-delivery.ts";
import { useNavigate } from "react-router";
import { routes } from "#paths.ts";
import { Button } from "#ui/button.tsx";
import { facts } from "#areas/public/facts.ts";
import { ReviewLink } from "#areas/public/record/review-button.tsx";
import { SentMark } from "#areas/public/record/sent-mark.tsx";

type Props = {
  target: DialogTarget;
  /** Set to false to close the dialog. */
  open: boolean;
  onClosed: () => void;
};

/** Records and sends a testimonial: the record pages' recorder, on the page that opened the dialog. */
export function TestimonialDialog({ target, open, onClosed }: Props) {
  const business = useMemo(() => businessOf(target), [target]);
  const { take, draft, finishing, changeTake, chooseFile, settle } = useTake(business);
  const [recording, setRecording] = useState<{ stop: () => void } | null>(null);
  const [closed, setClosed] = useState(false);
  const delivery = useDelivery(target);
  const sending = isSending(delivery.phase);
  const sent = delivery.phase === "done";
  const atRisk = !sent && (take !== null || recording !== null);
  const guard = useLeaveGuard(atRisk);

  useEffect(() => void loadTools(), []);
  useEffect(() => settle(sending || sent), [settle, sending, sent]);
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
          <SentView target={target} />
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
function SentView({ target }: { target: DialogTarget }) {
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
        </>
      )}
    </div>
  );
}
