// Faults that tests order for the next matching calls.
import type { Answer, Call } from "../double-http.ts";
import type { FaultName } from "./errors.ts";

/** Calls that a fault applies to; all given criteria must match. */
export type FaultMatch = {
  method?: string;
  path?: RegExp | string;
};

export type Fault =
  /** Refused in Stripe's JSON. With `after`, the call takes effect all the same. */
  | { refuse: FaultName; after?: true }
  /** Answered with this instead. */
  | { answer: Answer; after?: true }
  /** The connection ends without an answer, before the call takes effect or after it. */
  | { cut: "after" | "before" }
  /** Waits for this before the call is carried out: for timeouts, and for calls that meet. */
  | { hold: Promise<unknown> };

/** Holds a test's orders, each for a number of calls. */
export function createFaults() {
  const rules: { match: FaultMatch; fault: Fault; times: number }[] = [];
  const fits = ({ method, path }: FaultMatch, call: Call) =>
    (method === undefined || method === call.method) &&
    (path === undefined || (typeof path === "string" ? call.path.includes(path) : path.test(call.path)));
  return {
    order: (match: FaultMatch, fault: Fault, times = 1): void => void rules.push({ match, fault, times }),
    /** The fault that a call meets; earlier orders go first. */
    next: (call: Call): Fault | undefined => {
      const rule = rules.find(({ match, times }) => times > 0 && fits(match, call));
      if (!rule) return undefined;
      rule.times -= 1;
      return rule.fault;
    },
    clear: (): void => void rules.splice(0),
  };
}
