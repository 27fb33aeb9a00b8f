import { useEffect, useRef, useState, type RefObject } from "react";
import { pause } from "#lib/pause.ts";
import { limits } from "#media/generated/fallback.json";
import { countCrash } from "#media/take/crash-count.ts";
import type { Take } from "#media/take/take.ts";

/** Limit for slow storage that is busy with a large file, so that the preview is not delayed. */
const NOTING_MS = 1000;
/** Limit for a player's first frame. Phones show none before playback. */
const LOADING_MS = 5000;

/**
 * Chooses the version of a take to play: the recording, then the finished file once it can replace it without a visible
 * jump. `dangerous`: it crashed too many pages to be loaded automatically.
 */
export function useShownFile(
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
    const over = new AbortController();
    const load = async () => {
      if (over.signal.aborted) return;
      const { currentTime, ended } = video;
      video.src = url;
      if (currentTime > 0 && !ended) video.currentTime = currentTime;
      await untilLoaded(video, over.signal);
    };
    // Loading a file may crash the page, as finishing may (REC36).
    void countCrash(store, crashes, load, pause(NOTING_MS));
    return () => {
      over.abort();
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
