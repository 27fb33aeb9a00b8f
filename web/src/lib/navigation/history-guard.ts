type StepHandler = (step: PopStateEvent) => void;

let handler: StepHandler | null = null;

// Registered here because a window's listeners run in the order of registration, and those of the router and of
// `record-address.ts` must run later: both apps import this first.
window.addEventListener("popstate", (step) => handler?.(step), { capture: true });

/** Passes each history step to `onStep` before the router sees it. Returns a function that stops this. */
export function guardHistory(onStep: StepHandler): () => void {
  handler = onStep;
  return () => {
    if (handler === onStep) handler = null;
  };
}

/** Index of a history entry, as numbered by the router and by the record pages. */
export const historyIndex = (state: unknown): number => (state as { idx?: number } | null)?.idx ?? 0;
