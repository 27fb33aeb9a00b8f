/** Keeps the screen on where the browser can; answers how to let go of it. */
export function keepScreenAwake(): () => void {
  const over = new AbortController();
  let release: () => void = () => undefined;
  const hold = () => {
    if (document.visibilityState === "hidden") return;
    const lock = (navigator as Partial<Navigator>).wakeLock?.request("screen").catch(() => null);
    release = () => void lock?.then((held) => held?.release());
  };
  hold();
  // Browsers let go of it when the page is hidden, and do not take it again.
  document.addEventListener("visibilitychange", hold, { signal: over.signal });
  return () => {
    over.abort();
    release();
  };
}
