import type { SubmitReply } from "./generated/SubmitReply.ts";

/** What a refusal says that carries no text of its own. */
const SUBMISSION_FAILED = "Submission failed";

/** The answer to an upload or a submission from its body, whatever came instead of the JSON we expect. */
export function readReply(body: string): SubmitReply {
  const reply = parse(body);
  return reply.success || reply.error ? reply : { ...reply, error: SUBMISSION_FAILED };
}

function parse(body: string): SubmitReply {
  try {
    const reply = JSON.parse(body) as SubmitReply | null;
    if (typeof reply === "object" && reply !== null) return reply;
  } catch {
    // A proxy's error page, or nothing at all.
  }
  return { success: false };
}
