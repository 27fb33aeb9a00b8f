import { takeOnDeviceWords } from "#api/generated/lifetimes.json";
import { ArrowRight, Trash2 } from "lucide-react";
import { clockTime } from "#media/recording/recording-clock.ts";
import { Button } from "#ui/button.tsx";
import type { StoredTake } from "#media/take/take-database.ts";
import { StageFrame } from "./stage-frame.tsx";

type Props = { facts: StoredTake; begun: boolean; onContinue: () => void; onDiscard: () => void };

/** Offers a video that was recorded here and not sent because of a reload, a crash or a closed tab. */
export function SavedTakeOffer({ facts, begun, onContinue, onDiscard }: Props) {
  const length = facts.seconds === null ? "" : `, ${clockTime(facts.seconds)} long`;
  return (
    <StageFrame className="justify-center px-6 py-10 text-center">
      <div className="mx-auto flex max-w-md flex-col items-center gap-5">
        {facts.poster && (
          <img src={facts.poster} alt="" className="h-44 max-w-full rounded-card object-contain" />
        )}
        <h2 className="text-[clamp(2rem,7vw,3rem)]">Your video is still here</h2>
        <p className="text-stage-muted">
          {facts.source === "camera" ? "You recorded it" : "You chose it"} {ago(facts.startedAt)}
          {length}.{" "}
          {begun
            ? "It was being sent when this page closed, and we cannot tell whether it arrived."
            : "It has not been sent."}
        </p>
        <Button onClick={onContinue} className="mt-2 min-h-14 w-full sm:w-auto sm:px-8">
          Continue with it
          <ArrowRight className="size-5" aria-hidden="true" />
        </Button>
        <Button variant="quiet" onClick={onDiscard} className="text-on-stage">
          <Trash2 className="size-5" aria-hidden="true" />
          Delete it and start again
        </Button>
        <p className="text-sm text-stage-muted">It is kept on this device only, for {takeOnDeviceWords}.</p>
      </div>
    </StageFrame>
  );
}

const words = new Intl.RelativeTimeFormat("en-GB", { numeric: "auto" });

function ago(startedAt: number): string {
  const minutes = Math.round((Date.now() - startedAt) / 60_000);
  if (minutes < 1) return "just now";
  return minutes < 60 ? words.format(-minutes, "minute") : words.format(-Math.round(minutes / 60), "hour");
}
