/** Placeholder for our own origin, to parse paths against. */
const BASE = "https://ours.invalid";

/** The server answers there, and not with pages. */
const NO_PAGES = ["api", "functions"];

/**
 * The path in `?next=` as a browser parses it, or `null` if it could lead anywhere but to one of our pages: to another
 * host in any spelling, another scheme, a path that the router would take for a host, or an API call.
 */
export function nextPath(next: string | null): string | null {
  if (!next?.startsWith("/")) return null;
  let address: URL;
  try {
    address = new URL(next, BASE);
  } catch {
    return null;
  }
  // `/.//host` and its encoded forms collapse to `//host`.
  if (address.origin !== BASE || address.pathname.startsWith("//")) return null;
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
