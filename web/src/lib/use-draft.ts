import { useCallback, useRef, useState } from "react";

/** Prefix of unsaved input in the session storage. */
const DRAFT_PREFIX = "sayso-draft:";

/** Drafts outlive a session that ends, but not a logout. */
export function removeDrafts(): void {
  for (const key of draftKeys()) sessionStorage.removeItem(key);
}

export const hasDrafts = (): boolean => draftKeys().length > 0;

function draftKeys(): string[] {
  try {
    return Object.keys(sessionStorage).filter((key) => key.startsWith(DRAFT_PREFIX));
  } catch {
    // Without storage there are no drafts.
    return [];
  }
}

type Fields = Record<string, string | number>;

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

export const draftKey = (clientId: string, name: string): string => `${DRAFT_PREFIX}${clientId}:${name}`;

/** Reads the draft merged over the saved values, or `null`. Fields of another type are ignored. */
export function readDraft<Value extends Fields>(store: Store, key: string, saved: Value): Value | null {
  const stored = parse(store.getItem(key));
  if (!stored) return null;
  const fits = Object.entries(stored).filter(
    ([name, value]) => Object.hasOwn(saved, name) && typeof value === typeof saved[name],
  );
  return { ...saved, ...Object.fromEntries(fits) };
}

/** Stores the values that differ from the saved ones; removes the draft if none do. */
export function saveDraft<Value extends Fields>(store: Store, key: string, saved: Value, value: Value): void {
  const changed = Object.entries(value).filter(([name, its]) => its !== saved[name]);
  if (changed.length === 0) store.removeItem(key);
  else store.setItem(key, JSON.stringify(Object.fromEntries(changed)));
}

export function differs<Value extends Fields>(saved: Value, value: Value): boolean {
  return Object.entries(value).some(([name, its]) => its !== saved[name]);
}

function parse(text: string | null): Record<string, unknown> | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" ? (value as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
}

/** Unsaved input over the saved values. Survives a reload and a new login in this tab. */
export function useDraft<Value extends Fields>(clientId: string, name: string, saved: Value) {
  const key = draftKey(clientId, name);
  const [draft, setDraft] = useState(() => attempt(() => readDraft(sessionStorage, key, saved)) ?? null);
  const latest = useRef(draft);
  const value = draft ?? saved;

  const set = useCallback(
    (next: Value | null, over: Value) => {
      latest.current = next;
      setDraft(next);
      attempt(() => saveDraft(sessionStorage, key, over, next ?? over));
    },
    [key],
  );

  return {
    value,
    dirty: draft !== null && differs(saved, draft),
    change: (changes: Partial<Value>) => set({ ...value, ...changes }, saved),
    discard: () => set(null, saved),
    /** Call after saving; later input stays a draft. */
    markSaved: (sent: Value) => {
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
