// What a request of Drive's API says: of a file that is to be, and whether it knows Shared Drives.
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
