import { ApiError } from "../api/http.ts";

/** What the server says to a person, or what to do where it says nothing. */
export function refusalText(error: unknown): string {
  return error instanceof ApiError && error.code !== "unknown" ? error.message : "Please try again.";
}
