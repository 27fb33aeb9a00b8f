// Not part of the first load: needed only to finish or send a take.
import { FileUnreadable } from "#media/upload/upload-report.ts";
import type { Take } from "./take.ts";

/** Whether a file can still be read: it may have been moved, and Android's Drive and Photos sometimes revoke access. */
export const isReadable = (blob: Blob): Promise<boolean> =>
  blob
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );

/** This page's stored copy of a chosen file; `null` if there is none or it is incomplete. */
export async function storedCopy({
  key,
  type,
  blob,
}: Pick<Take, "key" | "type" | "blob">): Promise<Blob | null> {
  try {
    const { readFile } = await import("./take-database.ts");
    const copy = await readFile(key, "raw", type);
    return copy.size === blob.size ? copy : null;
  } catch {
    return null;
  }
}

/** Returns the take with readable bytes: its copy if the file is gone. Throws `FileUnreadable`. */
export async function withReadableFile(take: Take): Promise<Take> {
  if (take.source !== "file" || (await isReadable(take.blob))) return take;
  const copy = await storedCopy(take);
  if (!copy) throw new FileUnreadable();
  return { ...take, blob: copy };
}
