import { startTransition, useEffect, useState } from "react";
import { historyIndex } from "#lib/navigation/history-guard.ts";

/**
 * Where a record page stands. Its two addresses need no router of ten times this size, which the camera would wait for.
 * As with one, entries of the history are numbered, a step that `history-guard.ts` holds is never heard of here, and a
 * page that is left stays until the code of the next one is there.
 */
const listeners = new Set<() => void>();

function arrive(): void {
  startTransition(() => {
    for (const listener of listeners) listener();
  });
}

window.addEventListener("popstate", arrive);

export function goTo(path: string): void {
  history.pushState({ idx: historyIndex(history.state) + 1 }, "", path);
  arrive();
}

export function useRecordPath(): string {
  const [path, setPath] = useState(location.pathname);
  useEffect(() => {
    const follow = () => setPath(location.pathname);
    listeners.add(follow);
    // What came between the rendering and now.
    follow();
    return () => void listeners.delete(follow);
  }, []);
  return path;
}
