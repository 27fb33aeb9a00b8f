import { focusUnlessTyping } from "#lib/focus-unless-typing.ts";
import { RotateCcw, TriangleAlert, Check } from "lucide-react";
import { useCallback, useEffect, useRef, useState, type RefObject } from "react";
import { clockTime } from "#media/recording/recording-clock.ts";
import { megabytes, type Take } from "#media/take/take.ts";
import { FilePicker, type OnFile } from "./file-picker.tsx";
import { StageFrame } from "./stage-frame.tsx";
import type { FinishingState } from "#areas/public/record/video/sending/use-finishing.ts";
import { useFrameSize } from "./use-frame-size.ts";
import { WatermarkOverlay } from "#media/watermark-overlay.tsx";
import type { Interruption } from "#media/camera/interruption.ts";
import { secondsToSend } from "#media/upload/connection.ts";
import { timeLeft } from "#areas/public/record/video/sending/time-left.ts";
import { pause } from "#lib/pause.ts";
import { limits } from "#media/generated/fallback.json";
import { countCrash } from "#media/take/crash-count.ts";

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

const MIN_SHOWN_SECONDS = 30;

type FinishingStripProps = {
  finishing: FinishingState;
  /** It is being sent; its progress is shown elsewhere. */
  sending: boolean;
};

/** Progress of the finishing, below the take. Its height is constant. */
function FinishingStrip({ finishing: { share, finished }, sending }: FinishingStripProps) {
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
  return seconds === null || seconds < MIN_SHOWN_SECONDS ? "." : `. ${timeLeft(seconds)} on this connection.`;
}

/** Limit for slow storage that is busy with a large file, so that the preview is not delayed. */
const STORAGE_TIMEOUT_MS = 1000;
/** Limit for a player's first frame. Phones show none before playback. */
const LOADING_MS = 5000;

/**
 * Chooses the version of a take to play: the recording, then the finished file once it can replace it without a visible
 * jump. `dangerous`: it crashed too many pages to be loaded automatically.
 */
function useShownFile(
  { blob: recorded, store, saved }: Take,
  finished: Blob | null,
): { shown: Blob; dangerous: boolean; playerRef: RefObject<HTMLVideoElement | null> } {
  const playerRef = useRef<HTMLVideoElement>(null);
  const [shown, setShown] = useState(recorded);
  const crashes = saved?.crashes ?? 0;

  useEffect(() => {
    const video = playerRef.current;
    if (!video || !finished) return undefined;
    const change = () => setShown(finished);
    if (video.paused || video.ended) {
      change();
      return undefined;
    }
    video.addEventListener("pause", change, { once: true });
    return () => video.removeEventListener("pause", change);
  }, [finished]);

  useEffect(() => {
    const video = playerRef.current;
    if (!video) return undefined;
    const url = URL.createObjectURL(shown);
    const unmounting = new AbortController();
    const load = async () => {
      if (unmounting.signal.aborted) return;
      const { currentTime, ended } = video;
      video.src = url;
      if (currentTime > 0 && !ended) video.currentTime = currentTime;
      await untilLoaded(video, unmounting.signal);
    };
    // Loading a file may crash the page, as finishing may (REC36).
    void countCrash(store, crashes, load, pause(STORAGE_TIMEOUT_MS));
    return () => {
      unmounting.abort();
      URL.revokeObjectURL(url);
    };
  }, [shown, store, crashes]);

  return { shown, dangerous: crashes >= limits.maxCrashes, playerRef };
}

function untilLoaded(video: HTMLVideoElement, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => resolve();
    for (const event of ["loadeddata", "error"]) video.addEventListener(event, end, { signal });
    signal.addEventListener("abort", end);
    setTimeout(end, LOADING_MS);
  });
}
