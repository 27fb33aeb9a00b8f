/** What somebody did before the app was there, on the page that the server rendered ahead (`web/src/early.ts`). */
export type EarlyVisit =
  /** Camera and microphone were asked for: settled once that is answered. */
  { permission: Promise<void> } | { file: File };

declare global {
  interface Window {
    saysoEarly?: EarlyVisit | undefined;
  }
}

/** Answers it once. */
export function takeEarlyVisit(): EarlyVisit | undefined {
  const visit = window.saysoEarly;
  window.saysoEarly = undefined;
  return visit;
}
