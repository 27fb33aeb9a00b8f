import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import type { Waiting } from "#api/submission.ts";
import { Announcer } from "#ui/announcer.tsx";
import { Button } from "#ui/button.tsx";
import { ProgressBar } from "#ui/progress-bar.tsx";
import { timeLeft } from "./time-left.ts";
import type { FinishingState } from "./use-finishing.ts";
import type { SubmissionPhase, SubmissionState } from "./use-submission.ts";

type Props = { submission: SubmissionState & { cancel: () => void }; finishing: FinishingState };

const busy = (when: string) => ({
  label: "Waiting for our server",
  text: `Our server is busy. Your video continues automatically ${when}: keep this page open.`,
});

const waits: Record<Extract<Waiting, string>, { label: string; text: string }> = {
  offline: {
    label: "Waiting for connection",
    text: "You are offline. The upload continues automatically when you are back online.",
  },
  unreachable: {
    label: "Waiting for connection",
    text: "We cannot reach our server, and keep trying. Another network may help.",
  },
  busy: busy("in a moment"),
};

function wordsOf(waiting: Waiting) {
  if (typeof waiting === "string") return waits[waiting];
  return busy(`at ${new Date(waiting.until).toLocaleTimeString("en-GB", { timeStyle: "short" })}`);
}

const labels: Record<SubmissionPhase, string> = {
  idle: "",
  preparing: "Preparing video",
  uploading: "Uploading video",
  submitting: "Nearly there",
  done: "",
};

/** Replaces the submit button while the video is being sent. */
export function SendingPanel({ submission, finishing }: Props) {
  const { phase, waiting, secondsLeft } = submission;
  const panel = useRef<HTMLDivElement>(null);
  const wait = waiting && wordsOf(waiting);
  const label = wait ? wait.label : labels[phase];
  const percent = phase === "preparing" ? finishing.share * 99 : submission.percent;

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
        {wait
          ? wait.text
          : secondsLeft === null
            ? "Keep this page open until it is done."
            : `${timeLeft(secondsLeft)} left. Keep this page open until it is done.`}
      </p>
      {phase === "preparing" && (
        <Button variant="quiet" onClick={() => finishing.work?.skip()}>
          Send it now, as it was recorded
        </Button>
      )}
      {(phase !== "submitting" || waiting) && (
        <Button variant="outlined" onClick={submission.cancel}>
          <X className="size-5" aria-hidden="true" />
          {phase === "preparing" ? "Cancel" : "Cancel upload"}
        </Button>
      )}
    </div>
  );
}
