/** Keeps the screen on if the browser can; returns a function that releases it. */
export function keepScreenAwake(): () => void {
  const released = new AbortController();
  let lock: Promise<WakeLockSentinel | null> | undefined;
  const hold = () => {
    if (document.visibilityState === "hidden") return;
    lock = request().catch(() => null);
  };
  hold();
  // Browsers release the lock when the page is hidden, and do not reacquire it.
  document.addEventListener("visibilitychange", hold, { signal: released.signal });
  return () => {
    released.abort();
    void lock?.then((held) => held?.release());
  };
}

async function request(): Promise<WakeLockSentinel | null> {
  return (await (navigator as Partial<Navigator>).wakeLock?.request("screen")) ?? null;
}
