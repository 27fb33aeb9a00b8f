import type { CameraProblem } from "#media/camera/camera.ts";

/** The visitor's action on the prerendered page before the app had loaded (`web/src/before-app.ts`). */
export type EarlyVisit =
  /** Camera and microphone were requested; resolves with the problem, if any. */
  { permission: Promise<CameraProblem | null> } | { file: File };

declare global {
  interface Window {
    saysoEarly?: EarlyVisit | undefined;
  }
}

const CHANGED = "sayso-early";

export const earlyVisit = (): EarlyVisit | undefined => window.saysoEarly;

/** `undefined`: it was acted upon, or withdrawn. */
export function setEarlyVisit(visit: EarlyVisit | undefined): void {
  window.saysoEarly = visit;
  window.dispatchEvent(new Event(CHANGED));
}

/** Also fires after the app has loaded: a video may be chosen in a system dialog that was opened earlier. */
export function watchEarlyVisit(onChange: () => void): () => void {
  window.addEventListener(CHANGED, onChange);
  return () => window.removeEventListener(CHANGED, onChange);
}
