import { lazy, useState, type ComponentType } from "react";

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
  const Later = lazy(fetched);

  function Screen() {
    const [Shown] = useState(() => ready ?? Later);
    return <Shown />;
  }
  return Object.assign(Screen, { preload: () => void fetched().catch(() => undefined) });
}
