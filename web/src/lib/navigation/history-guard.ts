type Hold = (step: PopStateEvent) => void;

let held: Hold | null = null;

// Registered here because a window's listeners run in the order of registration, and those of the router and of
// `record-address.ts` must run later: both apps import this first.
window.addEventListener("popstate", (step) => held?.(step), { capture: true });

/** Passes each history step to `hold` before the router sees it. Returns a function that stops this. */
export function guardHistory(hold: Hold): () => void {
  held = hold;
  return () => {
    if (held === hold) held = null;
  };
}

/** Index of a history entry, as numbered by the router and by the record pages. */
export const historyIndex = (state: unknown): number => (state as { idx?: number } | null)?.idx ?? 0;
