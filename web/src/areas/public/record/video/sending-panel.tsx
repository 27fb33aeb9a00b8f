import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import { Announcer } from "../../../../ui/announcer.tsx";
import { Button } from "../../../../ui/button.tsx";
import { ProgressBar } from "../../../../ui/progress-bar.tsx";
import type { SubmissionState } from "./use-submission.ts";

/** In the submit button's place while the video is on its way. */
export function SendingPanel({ submission }: { submission: SubmissionState & { cancel: () => void } }) {
  const { phase, percent, waiting } = submission;
  const panel = useRef<HTMLDivElement>(null);
  const label = waiting
    ? "Waiting for connection"
    : phase === "submitting"
      ? "Nearly there"
      : "Uploading video";

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
          : "Keep this page open until it is done."}
      </p>
      {phase === "uploading" && (
        <Button look="outlined" onClick={submission.cancel}>
          <X className="size-5" aria-hidden="true" />
          Cancel upload
        </Button>
      )}
    </div>
  );
}
