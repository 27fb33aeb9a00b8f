import { pause } from "./pause.ts";

const FIRST_MS = 1000;
const LONGEST_MS = 30_000;
/** Whoever is told to wait longer than this is told so instead, or tries earlier. */
const WORTH_WAITING_SECONDS = 120;

/** Waits between tries, each twice as long as the one before. */
export class Backoff {
  private readonly signal: AbortSignal;
  private nextMs = FIRST_MS;

  constructor(signal: AbortSignal) {
    this.signal = signal;
  }

  /** Waits this time's turn, or longer where the server said so. Throws when the signal aborts. */
  async wait(seconds: number | null = null): Promise<void> {
    const ms = this.nextMs;
    this.nextMs = Math.min(2 * ms, LONGEST_MS);
    const asked = Math.min(seconds ?? 0, WORTH_WAITING_SECONDS) * 1000;
    await pause(Math.max(ms, asked), this.signal);
  }
}

/** A fault of the server's own that has not gone after so many tries stays. */
const TRIES_OF_A_FAULT = 5;

/**
 * Whether a refusal passes by itself: the server is in trouble, or asks for a moment. What is not the server's own
 * answer (`ours`) passes where the edge before it says that it cannot reach it (Cloudflare's are 520 and above), and
 * not where a proxy does not want it.
 */
export function isPassing(status: number, retryAfter: number | null, ours: boolean, tries = 1): boolean {
  // Any limit of an edge passes; one of ours may be for the day.
  if (status === 429) return !ours || (retryAfter !== null && retryAfter <= WORTH_WAITING_SECONDS);
  if (status === 408) return true;
  if (status === 500) return ours && tries < TRIES_OF_A_FAULT;
  return ours ? status >= 500 : [502, 503, 504].includes(status) || status >= 520;
}

/** Seconds of a `Retry-After` header; `null` where it is missing or a date, whose wait is then ours to choose. */
export function retryAfterOf(header: string | null | undefined): number | null {
  return header && /^\d{1,6}$/.test(header) ? Number(header) : null;
}
