// Submissions as listed.
import type { ClientRow } from "./clients.ts";
import { addSubmission } from "../customer/submissions.ts";
import type { Sayso } from "../../runtime/worker.ts";

const DAY_MS = 86_400_000;

export type SentOptions = {
  name?: string;
  email?: string;
  status?: string;
  daysAgo?: number;
  unwatermarked?: number;
  unfinished?: string | null;
};

/** Inserts a submission without a video; returns its id. */
export function plantLine(sayso: Sayso, client: ClientRow, overrides: SentOptions = {}): Promise<string> {
  const { name = "Ann Example", email = "ann@example.com", status = "processed", daysAgo = 0 } = overrides;
  return addSubmission(sayso, client, {
    customer_name: name,
    customer_email: email,
    status,
    created_at: Date.now() - Math.round(daysAgo * DAY_MS),
    unwatermarked: overrides.unwatermarked ?? 0,
    unfinished: overrides.unfinished ?? null,
    size_bytes: 1_048_576,
    duration_ms: 21_000,
    text_version: "an-old-one",
    drive_path: null,
  });
}
