/** Cause of a recording's end other than a tap or the 40-second limit. */
export type Interruption = "hidden" | "camera-lost" | "microphone-lost" | "recorder-failed";

/**
 * Watches for interruptions of a recording: the camera or microphone muted or ended by a call, another app or a pulled
 * plug, and the page hidden by a locked screen or another tab. Returns a function that stops watching.
 */
export function watchInterruptions(
  stream: MediaStream,
  onInterrupted: (interruption: Interruption) => void,
): () => void {
  const ending = new AbortController();
  const listen = { signal: ending.signal };
  for (const track of stream.getTracks()) {
    const lost = () => onInterrupted(track.kind === "video" ? "camera-lost" : "microphone-lost");
    track.addEventListener("mute", lost, listen);
    track.addEventListener("ended", lost, listen);
  }
  const hide = () => {
    if (document.visibilityState === "hidden") onInterrupted("hidden");
  };
  document.addEventListener("visibilitychange", hide, listen);
  window.addEventListener("pagehide", () => onInterrupted("hidden"), listen);
  return () => ending.abort();
}
