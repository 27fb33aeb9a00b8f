import type { ReactNode } from "react";
import type { ClockView } from "#media/recording/recording-clock.ts";
import type { RecorderMachine } from "./recorder-machine.ts";
import type { CameraOn } from "./recorder-state.ts";
import { focusUnlessTyping } from "#lib/focus-unless-typing.ts";
import { Button } from "#ui/button.tsx";

type ShutterProps = {
  recorder: RecorderMachine;
  phase: CameraOn["phase"];
  clock: ClockView;
  /** Shown beside the button. */
  children: ReactNode;
};

/**
 * The big round button, at thumb height. It starts and stops; during the countdown a cancel button replaces it, so that
 * a second tap does not stop the recording that has just begun.
 */
export function Shutter({ recorder, phase, clock, children }: ShutterProps) {
  // A disabled button would lose the focus, and the next Tab would lead out of the page.
  const isTooEarly = phase === "recording" && !clock.mayStop;
  const press = () => (phase === "recording" ? recorder.stop() : recorder.start());
  return (
    <div className="relative flex h-44 shrink-0 items-center justify-center pb-[env(safe-area-inset-bottom)] lg:h-38 flat:h-auto flat:w-40">
      {phase === "countdown" ? (
        <Button
          variant="quiet"
          ref={focusUnlessTyping}
          onClick={() => recorder.cancel()}
          className="px-8 text-on-stage"
        >
          Cancel
        </Button>
      ) : (
        <button
          ref={focusUnlessTyping}
          type="button"
          aria-disabled={isTooEarly}
          onClick={() => !isTooEarly && press()}
          className="group flex flex-col items-center gap-2 rounded-card px-4 py-2 font-semibold outline-offset-0 aria-disabled:cursor-not-allowed"
        >
          <span className="relative grid size-24 place-items-center">
            <TimeRing shareLeft={clock.shareLeft} />
            <span
              aria-hidden="true"
              className={`bg-stage-signal transition-all group-active:scale-92 ${
                phase === "recording"
                  ? "size-9 rounded-lg group-aria-disabled:opacity-40"
                  : "size-18 rounded-full"
              }`}
            />
          </span>
          {captionOf(phase, clock)}
        </button>
      )}
      <div className="absolute bottom-7 left-6 max-[22.5rem]:bottom-16 max-[22.5rem]:left-3 flat:inset-x-8 flat:bottom-4">
        {children}
      </div>
    </div>
  );
}

function captionOf(phase: ShutterProps["phase"], clock: ClockView): string {
  if (phase === "live") return "Start Recording";
  return clock.autoStoppingIn === null ? "Stop Recording" : "Auto-stopping...";
}

const RADIUS = 46;
const AROUND = 2 * Math.PI * RADIUS;

/** The time that is left, drawn around the shutter; it runs out clockwise. */
function TimeRing({ shareLeft }: { shareLeft: number }) {
  return (
    <svg viewBox="0 0 100 100" className="absolute inset-0 size-full -rotate-90" aria-hidden="true">
      <circle cx="50" cy="50" r={RADIUS} fill="none" strokeWidth="5" className="stroke-stage-raised" />
      <circle
        cx="50"
        cy="50"
        r={RADIUS}
        fill="none"
        strokeWidth="5"
        strokeLinecap="round"
        strokeDasharray={AROUND}
        strokeDashoffset={-AROUND * (1 - shareLeft)}
        className="stroke-on-stage"
      />
    </svg>
  );
}
