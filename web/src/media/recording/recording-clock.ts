import { limits } from "#media/generated/fallback.json";

export const MAX_SECONDS = limits.maxRecordingSeconds;
export const COUNTDOWN_SECONDS = limits.countdownSeconds;

/** A recording stopped from here on is long enough, even if its first frame was a little late. */
const STOP_FROM_SECOND = limits.minVideoMs / 1000 + 1;

export type ClockView = {
  /** `m:ss / 0:40` */
  label: string;
  /** 1 at the start, 0 at the end. */
  shareLeft: number;
  /** Seconds left, in the last five only. */
  autoStoppingIn: number | null;
  mayStop: boolean;
  ended: boolean;
};

/** Everything the screen shows about time, from the milliseconds that were recorded. */
export function clockView(elapsedMs: number): ClockView {
  const elapsed = Math.min(Math.max(elapsedMs / 1000, 0), MAX_SECONDS);
  const left = Math.max(Math.ceil(MAX_SECONDS - elapsed), 1);
  return {
    label: `${clockTime(elapsed)} / ${clockTime(MAX_SECONDS)}`,
    shareLeft: 1 - elapsed / MAX_SECONDS,
    autoStoppingIn: elapsed >= MAX_SECONDS - limits.stopWarningSeconds ? left : null,
    mayStop: elapsed >= STOP_FROM_SECOND && elapsed < limits.stopDisabledFromSecond,
    ended: elapsed >= MAX_SECONDS,
  };
}

/** `m:ss`, whole seconds. */
export function clockTime(seconds: number): string {
  const fullSeconds = Math.floor(seconds);
  return `${Math.floor(fullSeconds / 60)}:${String(fullSeconds % 60).padStart(2, "0")}`;
}
