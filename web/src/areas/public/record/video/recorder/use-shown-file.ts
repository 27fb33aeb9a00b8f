import { useEffect, useRef, useState, type RefObject } from "react";

/**
 * Which of two versions of a video a player shows: the recording, and the finished file as soon as that can take its
 * place without a jump for somebody who is watching.
 */
export function useShownFile(
  recorded: Blob,
  finished: Blob | null,
): { shown: Blob; playerRef: RefObject<HTMLVideoElement | null> } {
  const playerRef = useRef<HTMLVideoElement>(null);
  const [shown, setShown] = useState(recorded);

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
    const { currentTime, ended } = video;
    const url = URL.createObjectURL(shown);
    video.src = url;
    if (currentTime > 0 && !ended) video.currentTime = currentTime;
    return () => URL.revokeObjectURL(url);
  }, [shown]);

  return { shown, playerRef };
}
