// Parses the parameters of Drive API requests: metadata of a new file, and support for Shared Drives.
import { Refusal } from "./errors.ts";
import { type Call } from "../double-http.ts";
import { type Draft } from "./store.ts";

export const allDrives = ({ query }: Call): boolean =>
  query.get("supportsAllDrives") === "true" || query.get("supportsTeamDrives") === "true";

export function draftOf(body: Buffer): Draft {
  if (body.length === 0) return {};
  try {
    return JSON.parse(body.toString()) as Draft;
  } catch {
    throw new Refusal(400, "parseError", "Parse Error");
  }
}
