import type { SubmitReply } from "./generated/public.ts";

/** Fallback text of a refusal. */
const SUBMISSION_FAILED = "Submission failed";

/** The answer to an upload or a submission from its body, whatever came instead of the JSON we expect. */
export function readReply(body: string): SubmitReply {
  return withError(parseReply(body) ?? { success: false });
}

/** Adds the fallback text to a refusal without one. */
export function withError(reply: SubmitReply): SubmitReply {
  return reply.success || reply.error ? reply : { ...reply, error: SUBMISSION_FAILED };
}

/** Our server's answer; `null` for a proxy's error page, a captive portal's welcome, or nothing at all. */
export function parseReply(body: string): SubmitReply | null {
  try {
    const reply = JSON.parse(body) as SubmitReply | null;
    return typeof reply?.success === "boolean" ? reply : null;
  } catch {
    return null;
  }
}
