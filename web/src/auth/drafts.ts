/** What is typed and not saved lies in the session storage under keys that begin so. */
export const DRAFT_PREFIX = "sayso-draft:";

/** Drafts outlive a session that ends, but not a logout. */
export function removeDrafts(): void {
  for (const key of draftKeys()) sessionStorage.removeItem(key);
}

/** Whether anything that was typed is kept. */
export const hasDrafts = (): boolean => draftKeys().length > 0;

function draftKeys(): string[] {
  try {
    return Object.keys(sessionStorage).filter((key) => key.startsWith(DRAFT_PREFIX));
  } catch {
    // A browser that keeps nothing has no drafts.
    return [];
  }
}
