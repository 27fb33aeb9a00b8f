import { ApiError } from "../../api/http.ts";

/** What the server has against a form as a whole, or nothing. Where it failed itself it has nothing to say that helps. */
export function whyRefused(error: unknown): string {
  const said = error instanceof ApiError && error.status < 500 && Object.keys(error.fields).length === 0;
  return said ? error.message : "";
}
