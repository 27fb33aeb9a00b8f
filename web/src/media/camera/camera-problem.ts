import type { CameraProblem } from "./camera.ts";

/** Maps a `getUserMedia` error to a problem. */
export function problemOf(error: unknown): CameraProblem {
  // WebKit's OverconstrainedError is not a DOMException, and is also what it throws if there is no camera at all.
  switch (error instanceof Object && "name" in error ? error.name : "") {
    case "NotFoundError":
    case "OverconstrainedError":
      return "missing";
    case "NotReadableError":
    case "AbortError":
      return "busy";
    default:
      return "refused";
  }
}
