/** What is typed and not saved lies in the session storage under keys that begin so. */
const PREFIX = "sayso-draft:";

/** Drafts outlive a session that ends, but not a logout. */
export function removeDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
    }
  } catch {
    // A browser that keeps nothing has no drafts.
  }
}
