type Hold = (step: PopStateEvent) => void;

let held: Hold | null = null;

// Here and not where it is needed: browsers call the listeners of a window in the order in which they came,
// and that of the router, or of `record-address.ts`, must come after: both apps import this before either.
window.addEventListener("popstate", (step) => held?.(step), { capture: true });

/** Hands every step through the history to `hold` before the router hears of it. Answers how to stop. */
export function guardHistory(hold: Hold): () => void {
  held = hold;
  return () => {
    if (held === hold) held = null;
  };
}

/** Index of a history entry, as numbered by the router and by the record pages. */
export const historyIndex = (state: unknown): number => (state as { idx?: number } | null)?.idx ?? 0;
