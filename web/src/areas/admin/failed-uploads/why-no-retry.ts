import type { FailedUpload } from "../../../api/generated/FailedUpload.ts";

/** Why a delivery cannot be tried again, or `null` when it can. */
export function whyNoRetry(
  upload: Pick<FailedUpload, "retryable" | "final_file_path" | "drive_link">,
): string | null {
  if (upload.retryable) return null;
  if (!upload.final_file_path) return "There is no file to deliver.";
  if (!upload.drive_link) return "The client has no drive link.";
  return "It cannot be retried.";
}
