// Small values for a later visit. Browsers may store nothing, as in some private windows: then each visit starts fresh.

/** Returns a stored value; `null` if there is none or storage is unavailable. */
export function readItem(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Notes it; `null` forgets it. */
export function storeItem(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // Storage is unavailable.
  }
}
