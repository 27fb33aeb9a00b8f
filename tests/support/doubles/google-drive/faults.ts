// Faults that tests order for the next matching requests.
import { REFUSALS, type Reason } from "./errors.ts";
import { json, type Answer, type Call } from "../double-http.ts";

export type FaultMatch = {
  method?: string;
  path?: RegExp | string;
  /** Only the nth request with bytes of an upload session, from 1. */
  chunk?: number;
};

/**
 * Bytes of the body that are stored before the fault, for requests to an upload session; `all` executes the whole
 * request, of any kind.
 */
type StoredBytes = number | "all";

export type Fault =
  /** Answered with this status; nothing is stored by default. */
  | { status: number; body?: unknown; headers?: Record<string, string>; stored?: StoredBytes }
  /** Answered with one of Google's refusals. */
  | { refuse: Reason; headers?: Record<string, string>; stored?: StoredBytes }
  /** Closes the connection without an answer; for a download after this number of bytes. */
  | { cut: StoredBytes }
  /** Stores only so many bytes of the chunk and reports this with a 308. */
  | { confirm: number }
  /** Its body is read only up to so many bytes, until this resolves. */
  | { stop: number; until: Promise<unknown> }
  /** Waits for this before the request is carried out. */
  | { hold: Promise<unknown> };

type Rule = { match: FaultMatch; fault: Fault; times: number };

export function createFaults() {
  const rules: Rule[] = [];
  const fits = ({ method, path, chunk }: FaultMatch, call: Call, number: number | undefined) =>
    (method === undefined || method === call.method) &&
    (path === undefined || (typeof path === "string" ? call.path.includes(path) : path.test(call.path))) &&
    (chunk === undefined || chunk === number);
  return {
    order: (match: FaultMatch, fault: Fault, times = 1): void => void rules.push({ match, fault, times }),
    /** The fault that this request meets; `number` counts the chunks of its session. */
    next: (call: Call, number: number | undefined): Fault | undefined => {
      const rule = rules.find(({ match, times }) => times > 0 && fits(match, call, number));
      if (!rule) return undefined;
      rule.times -= 1;
      return rule.fault;
    },
    clear: (): void => void rules.splice(0),
  };
}

export const storedBytesOf = (fault: Fault): StoredBytes =>
  "cut" in fault
    ? fault.cut
    : "confirm" in fault
      ? fault.confirm
      : "stored" in fault
        ? (fault.stored ?? 0)
        : 0;

/** Answer of a fault in Google's place. */
export function faultAnswer(fault: Fault): Answer | undefined {
  if ("refuse" in fault) {
    const { answer } = REFUSALS[fault.refuse]();
    return { ...answer, headers: { ...answer.headers, ...fault.headers } };
  }
  if (!("status" in fault)) return undefined;
  const { status, body, headers } = fault;
  if (typeof body === "string") return { status, body, headers: { ...headers } };
  return body === undefined ? { status, headers: { ...headers } } : json(body, status, headers);
}
