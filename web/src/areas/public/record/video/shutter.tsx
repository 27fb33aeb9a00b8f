import type { ReactNode } from "react";
import type { ClockView } from "../../../../media/recording-clock.ts";
import { Button } from "../../../../ui/button.tsx";
import type { CameraOn, RecorderMachine } from "./recorder-machine.ts";
import { TimeRing } from "./time-ring.tsx";

type Props = {
  recorder: RecorderMachine;
  phase: CameraOn["phase"];
  clock: ClockView;
  /** Stands beside the button, in the thumb's shadow. */
  children: ReactNode;
};

/**
 * The big round button, at thumb height. It starts and stops; during the countdown its place is taken by
 * a way back, so that a second tap does not end what has just begun.
 */
export function Shutter({ recorder, phase, clock, children }: Props) {
  return (
    <div className="relative flex h-44 shrink-0 items-center justify-center pb-[env(safe-area-inset-bottom)] lg:h-38 flat:h-auto flat:w-40">
      {phase === "countdown" ? (
        <Button look="quiet" ref={takeFocus} onClick={() => recorder.cancel()} className="px-8 text-on-stage">
          Cancel
        </Button>
      ) : (
        <button
          ref={takeFocus}
          type="button"
          disabled={phase === "recording" && !clock.mayStop}
          onClick={() => (phase === "recording" ? recorder.stop() : recorder.start())}
          className="group flex flex-col items-center gap-2 rounded-card px-4 py-2 font-semibold outline-offset-0 disabled:cursor-not-allowed"
        >
          <span className="relative grid size-24 place-items-center">
            <TimeRing shareLeft={clock.shareLeft} />
            <span
              aria-hidden="true"
              className={`bg-stage-signal transition-all group-active:scale-92 ${
                phase === "recording" ? "size-9 rounded-lg group-disabled:opacity-40" : "size-18 rounded-full"
              }`}
            />
          </span>
          {captionOf(phase, clock)}
        </button>
      )}
      <div className="absolute bottom-7 left-6 flat:inset-x-8 flat:bottom-4">{children}</div>
    </div>
  );
}

/** Each phase has its own button, which takes the focus; whoever types in the form beside it is left alone. */
function takeFocus(button: HTMLButtonElement | null): void {
  if (!(document.activeElement instanceof HTMLInputElement)) button?.focus({ preventScroll: true });
}

function captionOf(phase: Props["phase"], clock: ClockView): string {
  if (phase === "live") return "Start Recording";
  return clock.autoStoppingIn === null ? "Stop Recording" : "Auto-stopping...";
}
