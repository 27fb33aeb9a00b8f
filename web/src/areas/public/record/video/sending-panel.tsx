import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import { Announcer } from "../../../../ui/announcer.tsx";
import { Button } from "../../../../ui/button.tsx";
import { ProgressBar } from "../../../../ui/progress-bar.tsx";
import { timeLeft } from "./time-left.ts";
import type { FinishingState } from "./use-finishing.ts";
import type { SubmissionPhase, SubmissionState } from "./use-submission.ts";

type Props = { submission: SubmissionState & { cancel: () => void }; finishing: FinishingState };

const labels: Record<SubmissionPhase, string> = {
  idle: "",
  preparing: "Preparing video",
  uploading: "Uploading video",
  submitting: "Nearly there",
  done: "",
};

/** In the submit button's place while the video is on its way. */
export function SendingPanel({ submission, finishing }: Props) {
  const { phase, waiting, secondsLeft } = submission;
  const panel = useRef<HTMLDivElement>(null);
  const label = waiting ? "Waiting for connection" : labels[phase];
  const percent = phase === "preparing" ? finishing.share * 100 : submission.percent;

  useEffect(() => panel.current?.focus(), []);

  return (
    <div
      ref={panel}
      tabIndex={-1}
      className="mt-2 flex flex-col gap-4 rounded-card border border-hairline bg-surface p-5 outline-none"
    >
      <ProgressBar label={label} percent={percent} />
      <Announcer message={`${label}, ${Math.floor(percent / 25) * 25}%`} />
      <p className="text-sm text-muted">
        {waiting
          ? "The connection is lost. The upload goes on by itself when it is back."
          : secondsLeft === null
            ? "Keep this page open until it is done."
            : `${timeLeft(secondsLeft)} left. Keep this page open until it is done.`}
      </p>
      {phase === "preparing" && (
        <Button look="quiet" onClick={() => finishing.work?.skip()}>
          Send it now, as it was recorded
        </Button>
      )}
      {(phase === "preparing" || phase === "uploading") && (
        <Button look="outlined" onClick={submission.cancel}>
          <X className="size-5" aria-hidden="true" />
          {phase === "preparing" ? "Cancel" : "Cancel upload"}
        </Button>
      )}
    </div>
  );
}
