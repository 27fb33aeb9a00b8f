import { useEffect, useState } from "react";
import { once } from "./once.ts";

export type LazyModule<T> = {
  /** The module, once loaded. */
  here: () => T | null;
  fetch: () => Promise<T>;
};

/** Code that is fetched when it is wanted. After a failure the next call tries again. */
export function lazyModule<T>(load: () => Promise<T>): LazyModule<T> {
  let here: T | null = null;
  return {
    here: () => here,
    fetch: once(async () => (here = await load())),
  };
}

const TIMEOUT_MS = 2500;

/**
 * A lazily loaded module: `null` until it is here. `late` once it has failed or is slow: time to show something without
 * it. It may still arrive.
 */
export function useLazyModule<T>(wanted: LazyModule<T> | null): { module: T | null; late: boolean } {
  const [fetched, setFetched] = useState<T | null>(null);
  const [late, setLate] = useState(false);

  useEffect(() => {
    if (!wanted) return undefined;
    let gone = false;
    const giveUp = () => !gone && setLate(true);
    const timer = setTimeout(giveUp, TIMEOUT_MS);
    wanted.fetch().then((module) => !gone && setFetched(module), giveUp);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [wanted]);

  return { module: wanted ? (wanted.here() ?? fetched) : null, late };
}
