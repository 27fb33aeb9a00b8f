import { pause } from "./pause.ts";

const FIRST_MS = 1000;
const LONGEST_MS = 30_000;
/** Longer waits are reported to the user, or retried earlier. */
const WORTH_WAITING_SECONDS = 3600;

/** Waits between tries, each twice as long as the one before. */
export class Backoff {
  private readonly signal: AbortSignal;
  private nextMs = FIRST_MS;

  constructor(signal: AbortSignal) {
    this.signal = signal;
  }

  /**
   * Waits for the current delay, or longer if the server asked for it; `onLongWait` then receives the end of the wait.
   * Throws when the signal aborts.
   */
  async wait(
    seconds: number | null = null,
    onLongWait: (until: number) => void = () => undefined,
  ): Promise<void> {
    const ms = this.nextMs;
    this.nextMs = Math.min(2 * ms, LONGEST_MS);
    const requestedMs = Math.min(seconds ?? 0, WORTH_WAITING_SECONDS) * 1000;
    if (requestedMs > LONGEST_MS) onLongWait(Date.now() + requestedMs);
    await pause(Math.max(ms, requestedMs), this.signal);
  }
}

/** Server errors that persist for this many tries are final. */
const MAX_SERVER_ERRORS = 5;

/**
 * Whether an error is transient: the server fails or asks for a pause. An answer that is not from our server is
 * transient if an edge cannot reach the server (Cloudflare uses 520 and above), but not if a proxy rejects the request.
 */
export function isTransient(
  status: number,
  retryAfter: number | null,
  fromServer: boolean,
  tries = 1,
): boolean {
  // Any limit of an edge passes; one of ours may be for the day.
  if (status === 429) return !fromServer || (retryAfter !== null && retryAfter <= WORTH_WAITING_SECONDS);
  if (status === 408) return true;
  if (status === 500) return fromServer && tries < MAX_SERVER_ERRORS;
  return fromServer ? status >= 500 : [502, 503, 504].includes(status) || status >= 520;
}

/**
 * Seconds of a response's `Retry-After`, which may be a date by the server's clock; `null` if it is missing or invalid.
 */
export function retryAfterOf(header: (name: string) => string | null | undefined): number | null {
  const value = header("Retry-After") ?? "";
  if (/^\d{1,6}$/.test(value)) return Number(value);
  // Requires a weekday: browsers parse nearly anything as a date.
  const until = /^[A-Z][a-z]{2}/.test(value) ? Date.parse(value) : NaN;
  const now = Date.parse(header("Date") ?? "") || Date.now();
  return until ? Math.max(0, Math.ceil((until - now) / 1000)) : null;
}
