import { useEffect, useState } from "react";
import { makeThumbnail, thumbnailAt } from "./make-thumbnail.ts";

/** A player waits no longer for its still. */
const PATIENCE_MS = 3000;

/** A video's still, for its player: `undefined` while it is made, `null` where there is none, or not in time. */
export function useStill(address: string, playable: boolean): string | null | undefined {
  const [still, setStill] = useState<string | null | undefined>(() => thumbnailAt(address));

  // Who comes by a link sees no list first, which would have made it.
  useEffect(() => {
    if (!playable) return undefined;
    const gone = new AbortController();
    const timer = setTimeout(() => setStill((now) => now ?? null), PATIENCE_MS);
    void makeThumbnail(address, gone.signal, { first: true }).then(
      (made) => !gone.signal.aborted && setStill(made),
    );
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [address, playable]);

  return still;
}
