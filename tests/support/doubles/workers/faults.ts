// Controls `failing-bindings.js`: orders faults and reads calls.
import type { Sayso } from "../../runtime/worker.ts";

export type Binding = "DB" | "MEDIA" | "JOBS" | "EMAIL";
/** A call of the Worker to the platform: of statements their text, otherwise the method with the first part of the key. */
export type Call = { name: Binding; words: string };
export type Fault = Call & {
  times: number;
  error?: string;
  code?: string;
  after?: boolean;
  stall?: number;
  held?: true;
};

/** Just longer than anything waits; documented are stalls of 30 to 80 s. */
export const STALL_MS = 11_000;

/** D1's documented errors that pass. */
export const DATABASE_ERRORS = [
  "D1_ERROR: Network connection lost.",
  "D1_ERROR: Internal error in D1 DB storage caused object to be reset.",
  "D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.",
  "D1_ERROR: D1 DB reset because its code was updated.",
  "D1_ERROR: Cannot resolve D1 DB due to transient issue on remote node.",
  "D1_ERROR: D1 DB is overloaded. Requests queued for too long.",
];
/** R2's. */
export const STORAGE_ERRORS = [
  "We encountered an internal error. Please try again. (10001)",
  "Service temporarily unavailable. (10043)",
  "Reduce your concurrent request rate for the same object. (10058)",
  "Unspecified error (0)",
];
/** Errors of any binding whose connection breaks. */
const CONNECTION_ERRORS = ["Network connection lost.", "internal error; reference = 0123456789abcdef"];

export const errorsOf = (binding: Binding) =>
  ({
    DB: DATABASE_ERRORS,
    MEDIA: STORAGE_ERRORS,
    JOBS: CONNECTION_ERRORS,
    EMAIL: CONNECTION_ERRORS,
  })[binding];

/** Returns ordered faults that have not occurred yet. */
export async function faultsLeft(sayso: Sayso): Promise<Fault[]> {
  const { faults } = (await (await sayso.fetch("/test-faults")).json()) as { faults: Fault[] };
  return faults.filter(({ times }) => times > 0);
}

/** Replaces the ordered faults; returns those that had not occurred, and the calls made meanwhile. */
export async function setFaults(
  sayso: Sayso,
  ...faults: Fault[]
): Promise<{ faults: Fault[]; calls: Call[] }> {
  const answer = await sayso.fetch("/test-faults", { method: "POST", body: JSON.stringify(faults) });
  return (await answer.json()) as { faults: Fault[]; calls: Call[] };
}
