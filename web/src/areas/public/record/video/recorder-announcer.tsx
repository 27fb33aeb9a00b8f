import { clockTime, clockView } from "../../../../media/recording-clock.ts";
import type { Take } from "../../../../media/take.ts";
import { Announcer } from "../../../../ui/announcer.tsx";
import type { RecorderState } from "./recorder-machine.ts";

/** Says the recorder's turns aloud: few words, each once. */
export function RecorderAnnouncer({ state, take }: { state: RecorderState; take: Take | null }) {
  return <Announcer urgent message={messageFor(state, take)} />;
}

function messageFor(state: RecorderState, take: Take | null): string {
  if (take) {
    const length = take.seconds === null ? "" : ` ${clockTime(take.seconds)} long.`;
    return take.source === "camera" ? `Recording stopped.${length}` : "Video chosen.";
  }
  switch (state.phase) {
    case "countdown":
      return `Recording starts in ${state.left}`;
    case "recording":
      return clockView(state.elapsedMs).autoStoppingIn === null ? "Recording" : "5 seconds left";
    default:
      return "";
  }
}
