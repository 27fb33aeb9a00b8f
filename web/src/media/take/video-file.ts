import { pause } from "../../lib/pause.ts";

/**
 * Videos, and files whose type the device does not know or does not tell: Android's Drive and Files have recordings as
 * `application/octet-stream`. What is in a file is looked into, whatever it is called.
 */
export const ACCEPTED = "video/*,application/octet-stream,.3g2,.3gp,.m4v,.mkv,.mov,.mp4,.webm";
/** Nobody waits longer for code that hangs. */
const CODE_MS = 4000;

/**
 * The finding on a chosen file: a sentence for the person when it cannot be taken, whether its end is missing, and the
 * type of its content.
 */
export type FileVerdict = { problem: string | null; truncated: boolean; type: string };

/** Without its code, as after a new version, the file is looked into when it is finished, and by the server. */
export async function lookIntoFile(file: File): Promise<FileVerdict> {
  const code = await Promise.race([import("./look-into-file.ts").catch(() => undefined), pause(CODE_MS)]);
  return code ? code.lookIntoFile(file) : { problem: null, truncated: false, type: typeToSend(file) };
}

/** The declared type of a file that nobody has looked into. */
export const typeToSend = ({ type }: File): string => (type.startsWith("video/") ? type : "video/mp4");
