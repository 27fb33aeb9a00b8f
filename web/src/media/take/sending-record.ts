// Records the take being sent, for the next visit. Uses synchronous storage, so that a withdrawal in a page's last moment
// is kept. If two tabs send at once, the later one wins.
import { storeItem, readItem } from "#lib/local-storage.ts";

const SENDING = "sayso-sending";
const SENT = "sayso-sent";
/** Pages in a row that resume automatically; the next one asks. */
const MAX_RESUMED = 3;

/** Identifies the form's URL and the consent texts. */
export const destinationOf = (address: string, ...consents: string[]): string =>
  [address, ...consents].join("\n");

/** `destination`: the form's URL and consent texts. `pages`: how many have begun to send it. */
type Sending = { key: string; destination: string; pages: number };

/** Submit was pressed, or sending resumed. */
export function recordSending(key: string, destination: string): void {
  const before = readSending();
  const pages = before?.key === key ? before.pages + 1 : 1;
  storeItem(SENDING, JSON.stringify({ key, destination, pages } satisfies Sending));
}

/** It has arrived, was refused, or is not to be sent any more. */
export function clearSending(key: string): void {
  if (takeBeingSent() === key) storeItem(SENDING, null);
}

/** Notes that it was sent: the page may end before its stored data are removed. */
export const recordSent = (key: string) => storeItem(SENT, key);

/** Whether this take was the last one sent. */
export const wasSent = (key: string) => readItem(SENT) === key;

/** The key of the take that was being sent; `null`: none was. */
export const takeBeingSent = (): string | null => readSending()?.key ?? null;

/** Whether a take resumes automatically: to the same URL, with the same consents. */
export function resumesSending(key: string, destination: string): boolean {
  const sending = readSending();
  return sending?.key === key && sending.destination === destination && sending.pages <= MAX_RESUMED;
}

function readSending(): Sending | null {
  try {
    const stored = JSON.parse(readItem(SENDING) ?? "null") as Partial<Sending> | null;
    return typeof stored?.key === "string" &&
      typeof stored.destination === "string" &&
      typeof stored.pages === "number"
      ? (stored as Sending)
      : null;
  } catch {
    return null;
  }
}
