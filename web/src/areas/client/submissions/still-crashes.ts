import { storeItem, readItem } from "#lib/local-storage.ts";

const KEY = "sayso-stills";
/** A browser that was updated, or a page with more memory, may try again. */
const FORGIVEN_AFTER_MS = 86_400_000;

/** Start times of thumbnails in progress, including those during which the page crashed. */
type Begun = Record<string, number>;

const underway = new Set<string>();

/** Notes the start of a thumbnail; `false` if a page recently crashed over it (REC36). */
export function beginStill(url: string): boolean {
  const begun = read();
  if (begun[url] !== undefined && !underway.has(url)) return false;
  underway.add(url);
  write({ ...begun, [url]: Date.now() });
  return true;
}

export function endStill(url: string): void {
  underway.delete(url);
  const { [url]: _, ...others } = read();
  write(others);
}

// A page that is reloaded, closed or put aside while stills are made has not died over them.
addEventListener("pagehide", () => {
  for (const url of underway) endStill(url);
});
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") for (const url of underway) endStill(url);
});

function read(): Begun {
  try {
    const stored = JSON.parse(readItem(KEY) ?? "{}") as Begun;
    return Object.fromEntries(Object.entries(stored).filter(([, at]) => Date.now() - at < FORGIVEN_AFTER_MS));
  } catch {
    return {};
  }
}

function write(begun: Begun): void {
  storeItem(KEY, Object.keys(begun).length === 0 ? null : JSON.stringify(begun));
}
