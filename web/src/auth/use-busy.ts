import { useRef, useState } from "react";

/** One piece of work at a time: whatever is asked while it runs, a second tap on a button, is let go. */
export function useBusy(): [busy: boolean, run: (work: () => Promise<void>) => void] {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const run = (work: () => Promise<void>) => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    void work().finally(() => {
      running.current = false;
      setBusy(false);
    });
  };
  return [busy, run];
}
