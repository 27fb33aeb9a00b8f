import { useCallback, useLayoutEffect, useRef, useState, type MouseEvent } from "react";
import { guardHistory, historyIndex } from "#lib/navigation/history-guard.ts";

export type LeaveGuard = {
  /** Somebody wants to leave and has not said yet whether they mean it. */
  asking: boolean;
  stay: () => void;
  leave: () => void;
  /** For links inside the app: asks first, and goes on with `go`. */
  ask: (event: MouseEvent, go: () => void) => void;
  /** For everything else that leaves: asks first where something would be lost, and goes on with `go`. */
  confirmThen: (go: () => void) => void;
};

/**
 * Asks before a screen is left on which something would be lost, whichever way: a link, the back button,
 * or closing the tab. The last of these the browser asks in its own words.
 */
export function useLeaveGuard(active: boolean): LeaveGuard {
  const [pendingLeave, setPendingLeave] = useState<(() => void) | null>(null);
  const confirmed = useRef(false);

  // At once with what is shown, not a moment later: whoever leaves the moment there is something to lose is asked too.
  useLayoutEffect(() => {
    if (!active) return undefined;
    const here = historyIndex(history.state);
    let wanted = 0;

    // A step back is heard of after it was made, and cannot be held: here it is taken back before `record-address.ts`
    // or the router hears of it. The step that takes it back comes by here as well: then it is time to ask.
    const hold = (event: PopStateEvent) => {
      if (confirmed.current) return;
      event.stopImmediatePropagation();
      const step = historyIndex(event.state) - here;
      if (step === 0) {
        setPendingLeave(() => () => history.go(wanted));
      } else {
        wanted = step;
        history.go(-step);
      }
    };
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();

    const release = guardHistory(hold);
    window.addEventListener("beforeunload", warn);
    return () => {
      release();
      window.removeEventListener("beforeunload", warn);
      setPendingLeave(null);
    };
  }, [active]);

  const stay = useCallback(() => setPendingLeave(null), []);
  const leave = useCallback(() => {
    confirmed.current = true;
    pendingLeave?.();
  }, [pendingLeave]);
  const ask = useCallback(
    (event: MouseEvent, go: () => void) => {
      // With a modifier the link opens elsewhere, and this page stays.
      if (!active || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      setPendingLeave(() => go);
    },
    [active],
  );

  const confirmThen = useCallback(
    (go: () => void) => {
      if (active) setPendingLeave(() => go);
      else go();
    },
    [active],
  );

  return { asking: active && pendingLeave !== null, stay, leave, ask, confirmThen };
}
