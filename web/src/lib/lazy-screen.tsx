import { lazy, useState, type ComponentType } from "react";
import { isBuildReplaced } from "./is-build-replaced.ts";

/** When a page was last begun anew for a screen: one that helped nothing is not repeated. */
const RELOADED = "sayso-reloaded";
const ONCE_IN_MS = 60_000;

export type LazyScreen = ComponentType & {
  /** Fetches the code early. A failed download is met again, and shown, when the screen renders. */
  preload: () => void;
};

/**
 * A screen whose code comes when it is first wanted. `React.lazy` shows the fallback also where the code is there
 * already, and React then keeps the fallback for 300 ms; this draws such a screen at once.
 */
export function lazyScreen(load: () => Promise<{ default: ComponentType }>): LazyScreen {
  let ready: ComponentType | null = null;
  const fetched = async () => {
    const code = await load();
    ready = code.default;
    return code;
  };
  const Later = lazy(() => fetched().catch(reloadIfReplaced));

  function Screen() {
    const [Shown] = useState(() => ready ?? Later);
    return <Shown />;
  }
  return Object.assign(Screen, { preload: () => void fetched().catch(() => undefined) });
}

/** A new version has taken this one's screens away: the page begins anew with it, at the address that is wanted. */
async function reloadIfReplaced(error: unknown): Promise<never> {
  const before = Number(sessionStorage.getItem(RELOADED));
  if (Date.now() - before < ONCE_IN_MS || !(await isBuildReplaced())) throw error;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  location.reload();
  return new Promise(() => undefined);
}
