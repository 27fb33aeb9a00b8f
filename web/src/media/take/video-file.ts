import { pause } from "../../lib/pause.ts";

/** Apple's own name for an MP4. */
const M4V = "video/x-m4v";
export const ACCEPTED_TYPES = ["video/mp4", M4V, "video/quicktime", "video/webm"];
/** Some systems name no type for these. */
const TYPE_OF_EXTENSION: Record<string, string> = {
  mp4: "video/mp4",
  m4v: "video/mp4",
  mov: "video/quicktime",
  webm: "video/webm",
};
/** Nobody waits longer for code that hangs. */
const CODE_MS = 4000;

/** What a look into a chosen file says: a sentence for the person when it cannot be taken, and whether it is whole. */
export type FileVerdict = { problem: string | null; truncated: boolean };

/** Without its code, as after a new version, the file is looked into when it is finished, and by the server. */
export async function lookIntoFile(file: File): Promise<FileVerdict> {
  const code = await Promise.race([import("./look-into-file.ts").catch(() => undefined), pause(CODE_MS)]);
  return code ? code.lookIntoFile(file) : { problem: null, truncated: false };
}

export function typeOfFile(file: File): string {
  const extension = file.name.split(".").pop()?.toLowerCase() ?? "";
  if (file.type === M4V) return "video/mp4";
  return file.type || (TYPE_OF_EXTENSION[extension] ?? "");
}
