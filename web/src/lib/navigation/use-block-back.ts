import { useLayoutEffect } from "react";
import { guardHistory, historyIndex } from "./history-guard.ts";

/** Undoes each history step while `active`: for content that is shown only once. */
export function useBlockBack(active: boolean): void {
  useLayoutEffect(() => {
    if (!active) return undefined;
    const here = historyIndex(history.state);
    // The step that undoes it arrives here too; the router must see neither.
    return guardHistory((event) => {
      event.stopImmediatePropagation();
      const step = historyIndex(event.state) - here;
      if (step !== 0) history.go(-step);
    });
  }, [active]);
}
