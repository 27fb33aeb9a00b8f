import { Check } from "lucide-react";
import { secondsToSend } from "#media/upload/connection.ts";
import { timeLeft } from "#areas/public/record/video/sending/time-left.ts";
import type { FinishingState } from "#areas/public/record/video/sending/use-finishing.ts";

const WORTH_SAYING_SECONDS = 30;

type Props = {
  finishing: FinishingState;
  /** It is being sent; its progress is shown elsewhere. */
  sending: boolean;
};

/** Progress of the finishing, below the take. Its height is constant. */
export function FinishingStrip({ finishing: { share, finished }, sending }: Props) {
  const percent = Math.floor(share * 99);
  return (
    <div className="px-5 pt-3 text-[0.9375rem] text-stage-muted">
      {finished ? (
        <p className="flex min-h-9 items-center gap-2">
          <Check className="size-5" aria-hidden="true" />
          {finished.unfinished ? "Ready to send as it was recorded" : "Ready to send"}
          {sendingTime(finished.blob)}
        </p>
      ) : sending ? (
        <p className="flex min-h-9 items-center">Preparing your video</p>
      ) : (
        <div className="flex min-h-9 flex-col justify-center gap-1.5">
          <p className="flex justify-between gap-4 leading-none">
            <span>Preparing your video</span>
            <span className="tabular-nums">{percent}%</span>
          </p>
          <progress className="stage-progress" aria-label="Preparing your video" max={100} value={percent} />
        </div>
      )}
    </div>
  );
}

/** Estimated sending time, if it is long enough to matter. */
function sendingTime(blob: Blob): string {
  const seconds = secondsToSend(blob.size);
  return seconds === null || seconds < WORTH_SAYING_SECONDS
    ? "."
    : `. ${timeLeft(seconds)} on this connection.`;
}
