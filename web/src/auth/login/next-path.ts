/** Stands for our own origin, so that an address's reading can be checked without one. */
const OURS = "https://ours.invalid";

/** The server answers there, and not with pages. */
const NO_PAGES = ["api", "functions"];

/**
 * The path that `?next=` names, as a browser reads it, or `null` where that could lead anywhere but to a page of
 * our own: another host by whatever spelling, another scheme, a path that the router would take for a host, or a
 * call of the server.
 */
export function nextPath(next: string | null): string | null {
  if (!next?.startsWith("/")) return null;
  let address: URL;
  try {
    address = new URL(next, OURS);
  } catch {
    return null;
  }
  // `/.//host` and its encoded forms collapse to `//host`.
  if (address.origin !== OURS || address.pathname.startsWith("//")) return null;
  if (NO_PAGES.includes(firstSegment(address.pathname))) return null;
  return address.pathname + address.search;
}

function firstSegment(path: string): string {
  const [, first = ""] = path.split("/");
  try {
    return decodeURIComponent(first).toLowerCase();
  } catch {
    return first;
  }
}
