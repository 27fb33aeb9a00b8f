import type { CameraProblem } from "#media/camera/camera.ts";

/** What somebody did on the page that was rendered ahead, before the app was there (`web/src/before-app.ts`). */
export type EarlyVisit =
  /** Camera and microphone were asked for: what stands in the way, once that is answered. */
  { permission: Promise<CameraProblem | null> } | { file: File };

declare global {
  interface Window {
    saysoEarly?: EarlyVisit | undefined;
  }
}

const CHANGED = "sayso-early";

export const earlyVisit = (): EarlyVisit | undefined => window.saysoEarly;

/** `undefined`: it was acted upon, or withdrawn. */
export function noteEarlyVisit(visit: EarlyVisit | undefined): void {
  window.saysoEarly = visit;
  window.dispatchEvent(new Event(CHANGED));
}

/** Also after the app has come: a video may be chosen in a dialog of the system that was opened before. */
export function watchEarlyVisit(heard: () => void): () => void {
  window.addEventListener(CHANGED, heard);
  return () => window.removeEventListener(CHANGED, heard);
}
