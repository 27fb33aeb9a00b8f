import type { CameraProblem } from "./camera.ts";

/** What an error of `getUserMedia` says. */
export function problemOf(error: unknown): CameraProblem {
  // WebKit's OverconstrainedError, which is also what it says where no camera is at all, is no DOMException.
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
