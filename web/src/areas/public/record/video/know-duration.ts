/**
 * A recording that was never finished carries no length, and its player has no end to seek to. Looking far
 * beyond the end once makes the browser find it.
 */
export function knowDuration(video: HTMLVideoElement): void {
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
