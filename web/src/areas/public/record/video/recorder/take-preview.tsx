import { focusUnlessTyping } from "#lib/focus-unless-typing.ts";
import { RotateCcw, TriangleAlert } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { clockTime } from "#media/recording/recording-clock.ts";
import { megabytes, type Take } from "#media/take/take.ts";
import { FilePicker, type OnFile } from "./file-picker.tsx";
import { FinishingStrip } from "./finishing-strip.tsx";
import { StageFrame } from "./stage-frame.tsx";
import type { FinishingState } from "#areas/public/record/video/sending/use-finishing.ts";
import { useFrameSize } from "./use-frame-size.ts";
import { useShownFile } from "./use-shown-file.ts";
import { WatermarkOverlay } from "#media/watermark-overlay.tsx";
import type { Interruption } from "#media/camera/interruption.ts";

type Props = OnFile & {
  take: Take;
  finishing: FinishingState;
  frozen: boolean;
  onRecordAgain: () => void;
};

const NOT_SHOWN =
  "This page closed twice while it worked on this video, so it is not shown here. You can still send it.";

export function TakePreview({ take, finishing, frozen, onRecordAgain, onFile }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { finished } = finishing;
  const { shown, dangerous, playerRef } = useShownFile(take, finished?.blob ?? null);
  const [frame, watchFrame] = useFrameSize();
  const [started, setStarted] = useState(false);
  // The still before the first play never carries it.
  const bare = shown !== finished?.blob || !started;
  const overlaid = bare && finished?.watermarked !== false;

  const attach = useCallback(
    (video: HTMLVideoElement) => {
      playerRef.current = video;
      return watchFrame(video);
    },
    [playerRef, watchFrame],
  );

  useEffect(() => focusUnlessTyping(heading.current), []);

  return (
    <StageFrame>
      <div className="flex items-baseline justify-between gap-4 px-5 py-4">
        <h2 ref={heading} tabIndex={-1} className="text-2xl">
          {take.source === "camera" ? "Watch it back" : "Your video"}
        </h2>
        <p className="text-stage-muted tabular-nums">
          {take.seconds !== null && <>{clockTime(take.seconds)} · </>}
          {megabytes((finished?.blob ?? take.blob).size)} MB
        </p>
      </div>
      {take.interruption && <InterruptionNote interruption={take.interruption} />}
      <div className="relative aspect-3/4 max-h-[68svh] w-full bg-black lg:aspect-auto lg:max-h-none lg:min-h-0 lg:flex-1">
        {dangerous ? (
          <p className="grid size-full place-items-center p-6 text-center text-stage-muted">{NOT_SHOWN}</p>
        ) : (
          // The person has just recorded it; there are no captions.
          // oxlint-disable-next-line jsx-a11y/media-has-caption
          <video
            ref={attach}
            poster={take.poster ?? undefined}
            controls
            playsInline
            preload="metadata"
            aria-label="Your recorded video"
            onPlay={() => setStarted(true)}
            onLoadedMetadata={(event) => fixDuration(event.currentTarget)}
            className="absolute inset-0 size-full object-contain"
          />
        )}
        {take.watermark && overlaid && frame && <WatermarkOverlay watermark={take.watermark} frame={frame} />}
      </div>
      <FinishingStrip finishing={finishing} sending={frozen} />
      <div className="flex flex-wrap justify-center gap-3 p-4">
        <button
          type="button"
          disabled={frozen}
          onClick={onRecordAgain}
          className="inline-flex min-h-12 items-center justify-center gap-2.5 rounded-control border border-stage-muted px-5 font-semibold transition-colors hover:bg-stage-raised disabled:cursor-not-allowed disabled:opacity-60"
        >
          <RotateCcw className="size-5" aria-hidden="true" />
          {take.source === "camera" ? "Re-record" : "Record instead"}
        </button>
        <FilePicker
          label={take.source === "camera" ? "Upload a video instead" : "Choose another video"}
          onFile={onFile}
          disabled={frozen}
        />
      </div>
    </StageFrame>
  );
}

const reasons: Record<Interruption, string> = {
  hidden: "The page was hidden or the screen locked.",
  "camera-lost": "Your camera was switched off or taken by another app.",
  "microphone-lost": "Your microphone was switched off or taken by a call.",
  "recorder-failed": "Your browser stopped recording.",
};

/** Why a recording is shorter than it was meant to be. */
function InterruptionNote({ interruption }: { interruption: Interruption }) {
  return (
    <p className="flex gap-3 bg-stage-raised px-5 py-3 text-[0.9375rem]">
      <TriangleAlert className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
      <span>
        <strong className="font-semibold">Your recording stopped early.</strong> {reasons[interruption]} Use
        what you have, or record again.
      </span>
    </p>
  );
}

/**
 * A recording that was never finished carries no length, and its player has no end to seek to. Looking far
 * beyond the end once makes the browser find it.
 */
function fixDuration(video: HTMLVideoElement): void {
  if (Number.isFinite(video.duration)) return;
  const rewind = () => {
    if (Number.isFinite(video.duration)) {
      video.removeEventListener("durationchange", rewind);
      video.currentTime = 0;
    }
  };
  video.addEventListener("durationchange", rewind);
  video.currentTime = Number.MAX_SAFE_INTEGER;
}
