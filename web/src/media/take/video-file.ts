import { pause } from "#lib/pause.ts";
import type { FileVerdict } from "./validate-file.ts";

/**
 * Videos, and files of unknown type: Android's Drive and Files label recordings `application/octet-stream`. The content
 * is probed whatever the name.
 */
export const ACCEPTED = "video/*,application/octet-stream,.3g2,.3gp,.m4v,.mkv,.mov,.mp4,.webm";
/** Limit for code that is slow to load. */
const CODE_TIMEOUT_MS = 4000;

/** Validates a chosen file. Without the code for that, as after a new version, finisher and server find its faults. */
export async function inspectFile(file: File): Promise<FileVerdict> {
  const type = file.type.startsWith("video/") ? file.type : "video/mp4";
  const code = await Promise.race([
    import("./validate-file.ts").catch(() => undefined),
    pause(CODE_TIMEOUT_MS),
  ]);
  return code ? code.validateFile(file, type) : { problem: null, truncated: false, type };
}
