import { useLayoutEffect } from "react";
import { holdBack, placeOf } from "../../../../hold-back.ts";

/** Takes every step through the history back while what it would leave can be read now and never again. */
export function useNoWayBack(active: boolean): void {
  useLayoutEffect(() => {
    if (!active) return undefined;
    const here = placeOf(history.state);
    // The step that takes one back comes by here as well, and neither is the router's business.
    return holdBack((event) => {
      event.stopImmediatePropagation();
      const step = placeOf(event.state) - here;
      if (step !== 0) history.go(-step);
    });
  }, [active]);
}
