import type { SubmitReply } from "./generated/public.ts";

const SUBMISSION_FAILED = "Submission failed";

/** Parses the response to an upload or a submission, even if it is not the expected JSON. */
export function readReply(body: string): SubmitReply {
  return withError(parseReply(body) ?? { success: false });
}

/** Adds the fallback text to a refusal without one. */
export function withError(reply: SubmitReply): SubmitReply {
  return reply.success || reply.error ? reply : { ...reply, error: SUBMISSION_FAILED };
}

/** Our server's reply; `null` for a proxy's error page, a captive portal, or an empty body. */
export function parseReply(body: string): SubmitReply | null {
  try {
    const reply = JSON.parse(body) as SubmitReply | null;
    return typeof reply?.success === "boolean" ? reply : null;
  } catch {
    return null;
  }
}
