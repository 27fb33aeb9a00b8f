import { startTransition, useEffect, useState } from "react";
import { historyIndex } from "#lib/navigation/history-guard.ts";

/**
 * Router of a record page. For two URLs a library of ten times this size would only delay the camera. Like one, it
 * numbers history entries, does not see a step that `history-guard.ts` blocks, and keeps a page until the code of the
 * next one is loaded.
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
    const syncPath = () => setPath(location.pathname);
    listeners.add(syncPath);
    // Catches a navigation between rendering and this effect.
    syncPath();
    return () => void listeners.delete(syncPath);
  }, []);
  return path;
}
