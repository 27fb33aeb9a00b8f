import { DRAFT_PREFIX } from "../../auth/drafts.ts";

/** What a form holds: a few fields by name. */
export type Fields = Record<string, string | number>;

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

export const draftKey = (clientId: string, name: string): string => `${DRAFT_PREFIX}${clientId}:${name}`;

/** The kept draft over what is saved, or `null` where there is none. Fields of another kind are left out. */
export function readDraft<Value extends Fields>(store: Store, key: string, saved: Value): Value | null {
  const kept = parse(store.getItem(key));
  if (!kept) return null;
  const fits = Object.entries(kept).filter(
    ([name, value]) => Object.hasOwn(saved, name) && typeof value === typeof saved[name],
  );
  return { ...saved, ...Object.fromEntries(fits) };
}

/** Keeps what differs from what is saved; where nothing does, no draft stays. */
export function keepDraft<Value extends Fields>(store: Store, key: string, saved: Value, value: Value): void {
  const changed = Object.entries(value).filter(([name, its]) => its !== saved[name]);
  if (changed.length === 0) store.removeItem(key);
  else store.setItem(key, JSON.stringify(Object.fromEntries(changed)));
}

/** Whether anything was changed. */
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
