import { TriangleAlert } from "lucide-react";
import type { Interruption } from "../../../../media/interruption.ts";

const reasons: Record<Interruption, string> = {
  hidden: "The page was hidden or the screen locked.",
  "camera-lost": "Your camera was switched off or taken by another app.",
  "microphone-lost": "Your microphone was switched off or taken by a call.",
  "recorder-failed": "Your browser stopped recording.",
};

/** Why a recording is shorter than it was meant to be. */
export function InterruptionNote({ interruption }: { interruption: Interruption }) {
  return (
    <p className="flex gap-3 bg-stage-raised px-5 py-3 text-[0.9375rem]">
      <TriangleAlert className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
      <span>
        <strong className="font-semibold">Your recording stopped early.</strong> {reasons[interruption]} Use
        what was recorded, or record again.
      </span>
    </p>
  );
}
