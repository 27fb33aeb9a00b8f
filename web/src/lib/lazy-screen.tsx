import { lazy, useState, type ComponentType } from "react";

export type LazyScreen = ComponentType & {
  /** Fetches the code early. A failed download is met again, and shown, when the screen renders. */
  preload: () => void;
};

/**
 * A lazily loaded screen. `React.lazy` shows the fallback even if the code is loaded, and React then keeps it for 300
 * ms; this renders such a screen at once.
 */
export function lazyScreen(load: () => Promise<{ default: ComponentType }>): LazyScreen {
  let ready: ComponentType | null = null;
  const fetchScreen = async () => {
    const code = await load();
    ready = code.default;
    return code;
  };
  const Lazy = lazy(fetchScreen);

  function Screen() {
    const [Shown] = useState(() => ready ?? Lazy);
    return <Shown />;
  }
  return Object.assign(Screen, { preload: () => void fetchScreen().catch(() => undefined) });
}
