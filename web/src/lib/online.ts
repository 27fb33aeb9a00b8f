/** Resolves when the device is online, at once if it already is; an abort ends the wait. */
export function whenOnline(signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    if (navigator.onLine) {
      resolve();
      return;
    }
    window.addEventListener("online", () => resolve(), { once: true, ...(signal ? { signal } : {}) });
    signal?.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
}
