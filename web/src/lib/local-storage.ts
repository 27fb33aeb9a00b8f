// Small things that a later visit should know. Browsers may keep nothing, as in some private windows: then each visit
// begins anew.

/** What was noted under a name; `null` where nothing was, or nothing is kept. */
export function recall(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Notes it; `null` forgets it. */
export function note(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // Nothing is kept here.
  }
}
