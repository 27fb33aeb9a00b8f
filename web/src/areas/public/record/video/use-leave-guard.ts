import { useCallback, useLayoutEffect, useRef, useState, type MouseEvent } from "react";
import { guardHistory, historyIndex } from "#lib/navigation/history-guard.ts";

export type LeaveGuard = {
  /** The user is leaving and has not confirmed it yet. */
  asking: boolean;
  stay: () => void;
  leave: () => void;
  /** For links inside the app: asks first, then continues with `go`. */
  ask: (event: MouseEvent, go: () => void) => void;
  /** For any other way out: asks first if something would be lost, then continues with `go`. */
  confirmThen: (go: () => void) => void;
};

/**
 * Asks before a screen is left on which something would be lost: by a link, the back button, or closing the tab. For
 * the last of these the browser shows its own dialog.
 */
export function useLeaveGuard(active: boolean): LeaveGuard {
  const [pendingLeave, setPendingLeave] = useState<(() => void) | null>(null);
  const confirmed = useRef(false);

  // A layout effect: the guard must be active as soon as there is something to lose.
  useLayoutEffect(() => {
    if (!active) return undefined;
    const here = historyIndex(history.state);
    let wanted = 0;

    // `popstate` fires after the navigation and cannot be prevented: this goes forward again before `record-address.ts`
    // or the router sees it. That second step arrives here too, and then the dialog asks.
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
