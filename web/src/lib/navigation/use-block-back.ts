import { useLayoutEffect } from "react";
import { guardHistory, historyIndex } from "./history-guard.ts";

/** Undoes every step through the history while `active`: for what is shown once and never again. */
export function useBlockBack(active: boolean): void {
  useLayoutEffect(() => {
    if (!active) return undefined;
    const here = historyIndex(history.state);
    // The step that takes one back comes by here as well, and neither is the router's business.
    return guardHistory((event) => {
      event.stopImmediatePropagation();
      const step = historyIndex(event.state) - here;
      if (step !== 0) history.go(-step);
    });
  }, [active]);
}
