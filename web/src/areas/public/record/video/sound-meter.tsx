import { Mic } from "lucide-react";
import type { RefObject } from "react";

/** How loud it is, beside the shutter. Its owner moves it, many times a second, past React. */
export function SoundMeter({ meterRef }: { meterRef: RefObject<HTMLMeterElement | null> }) {
  return (
    <div className="flex w-24 items-center gap-2 text-stage-muted">
      <Mic className="size-5 shrink-0" aria-hidden="true" />
      <meter ref={meterRef} className="sound-meter" aria-label="Microphone level" min={0} max={1} value={0} />
    </div>
  );
}
