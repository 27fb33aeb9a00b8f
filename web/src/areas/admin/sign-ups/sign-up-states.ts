import type { BadgeTone } from "../../../ui/badge.tsx";

type StateWords = { text: string; tone: BadgeTone };

/** How far a visitor has come on the way to the list. */
const STATES: Record<string, StateWords> = {
  waiting: { text: "Waiting for the list", tone: "warning" },
  asked: { text: "Asked to confirm", tone: "outline" },
  handed_on: { text: "Handed to the list", tone: "outline" },
  confirmed: { text: "Confirmed", tone: "success" },
  failed: { text: "Failed", tone: "danger" },
};

/** A state as it is read; one without words is shown by its name. */
export const stateWords = (state: string): StateWords => STATES[state] ?? { text: state, tone: "outline" };

/** For the filter. */
export const STATE_OPTIONS = [
  { value: "", label: "All" },
  ...Object.entries(STATES).map(([value, { text }]) => ({ value, label: text })),
];
