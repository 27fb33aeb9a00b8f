import type { Accepting } from "../../../api/generated/Accepting.ts";

export const INACTIVE = "This account is currently not active.";
export const NO_CREDITS = "This account has no credits remaining.";

/** What stands in the way of a testimonial, or `null`. */
export function blockOf(accepting: Accepting): string | null {
  if (accepting === "inactive") return INACTIVE;
  return accepting === "no_credits" ? NO_CREDITS : null;
}

/** The same, from the status with which the server refused one. */
export function blockOfStatus(status: number): string | null {
  if (status === 403) return INACTIVE;
  return status === 402 ? NO_CREDITS : null;
}
