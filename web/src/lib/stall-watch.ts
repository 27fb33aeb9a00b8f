/** A phone that slept, or a request that its browser has forgotten, is noticed after this. */
const STALLED_MS = 30_000;
/** A proxy may take all of it at once, and bring it on at its own pace. */
const ANSWER_MS = 180_000;
const LOOK_MS = 1000;

/** Sends a request and aborts it if it stalls. `send` reports the bytes left on each progress; `bytes`: the total. */
export function unlessStalled<T>(
  bytes: number,
  send: (moved: (left: number) => void) => Promise<T>,
  end: () => void,
  answerMs = ANSWER_MS,
): Promise<T> {
  let left = bytes;
  let at = performance.now();
  const moved = (now: number) => {
    left = now;
    at = performance.now();
  };
  let watch: ReturnType<typeof setInterval>;
  const stalled = new Promise<never>((_, reject) => {
    watch = setInterval(() => {
      if (performance.now() - at <= (left > 0 ? STALLED_MS : answerMs)) return;
      reject(new Error("nothing has moved"));
      end();
    }, LOOK_MS);
  });
  return Promise.race([send(moved), stalled]).finally(() => clearInterval(watch));
}
