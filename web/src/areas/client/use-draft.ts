import { useCallback, useRef, useState } from "react";
import { differs, draftKey, keepDraft, readDraft, type Fields } from "./draft.ts";

/** What is being typed over what is saved. It outlives a reload and a new sign-in, in this tab. */
export function useDraft<Value extends Fields>(clientId: string, name: string, saved: Value) {
  const key = draftKey(clientId, name);
  const [draft, setDraft] = useState(() => attempt(() => readDraft(sessionStorage, key, saved)) ?? null);
  const latest = useRef(draft);
  const value = draft ?? saved;

  const set = useCallback(
    (next: Value | null, over: Value) => {
      latest.current = next;
      setDraft(next);
      attempt(() => keepDraft(sessionStorage, key, over, next ?? over));
    },
    [key],
  );

  return {
    value,
    dirty: draft !== null && differs(saved, draft),
    change: (wish: Partial<Value>) => set({ ...value, ...wish }, saved),
    discard: () => set(null, saved),
    /** After this was saved; what was typed since then stays a draft. */
    settle: (sent: Value) => {
      const now = latest.current;
      set(now && differs(sent, now) ? now : null, sent);
    },
  };
}

/** A browser may lock the storage, or it may be full: then the text lives as long as its screen. */
export function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
