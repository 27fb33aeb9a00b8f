import { useSyncExternalStore } from "react";
import { historyIndex } from "../../../lib/navigation/history-guard.ts";

/**
 * Where a record page stands. Its two addresses need no router of ten times this size, which the camera would wait for.
 * As with one, entries of the history are numbered, and a step that `history-guard.ts` holds is never heard of here.
 */
let here = location.pathname;
const listeners = new Set<() => void>();

function arrive(): void {
  here = location.pathname;
  for (const listener of listeners) listener();
}

window.addEventListener("popstate", arrive);

export function goTo(path: string): void {
  history.pushState({ idx: historyIndex(history.state) + 1 }, "", path);
  arrive();
}

export const useRecordPath = (): string => useSyncExternalStore(listen, () => here);

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
