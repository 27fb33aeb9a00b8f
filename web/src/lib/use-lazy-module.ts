import { useEffect, useState } from "react";
import { once } from "./once.ts";

export type LazyModule<T> = {
  /** The module, once loaded. */
  loaded: () => T | null;
  fetch: () => Promise<T>;
};

/** Code that is fetched when it is wanted. After a failure the next call tries again. */
export function lazyModule<T>(load: () => Promise<T>): LazyModule<T> {
  let module: T | null = null;
  return {
    loaded: () => module,
    fetch: once(async () => (module = await load())),
  };
}

const TIMEOUT_MS = 2500;

/**
 * A lazily loaded module: `null` until it has loaded. `timedOut` once it has failed or is slow: time to show something
 * without it. It may still arrive.
 */
export function useLazyModule<T>(wanted: LazyModule<T> | null): { module: T | null; timedOut: boolean } {
  const [fetched, setFetched] = useState<T | null>(null);
  const [timedOut, setTimedOut] = useState(false);

  useEffect(() => {
    if (!wanted) return undefined;
    let unmounted = false;
    const giveUp = () => !unmounted && setTimedOut(true);
    const timer = setTimeout(giveUp, TIMEOUT_MS);
    wanted.fetch().then((module) => !unmounted && setFetched(module), giveUp);
    return () => {
      unmounted = true;
      clearTimeout(timer);
    };
  }, [wanted]);

  return { module: wanted ? (wanted.loaded() ?? fetched) : null, timedOut };
}
