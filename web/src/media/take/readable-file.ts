// No part of the first load: whoever finishes or sends a take asks.
import { FileUnreadable } from "#media/upload/upload-report.ts";
import type { Take } from "./take.ts";

/** Whether a file can still be read: it may have been moved, and Android's Drive and Photos take it back at times. */
export const isReadable = (blob: Blob): Promise<boolean> =>
  blob
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );

/** The copy of a chosen file that this page has kept on the device; `null` where there is none, or not all of it. */
export async function keptCopy({
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

/** A take whose bytes can be read, by its copy where its file is gone. Throws `FileUnreadable`. */
export async function withReadableFile(take: Take): Promise<Take> {
  if (take.source !== "file" || (await isReadable(take.blob))) return take;
  const copy = await keptCopy(take);
  if (!copy) throw new FileUnreadable();
  return { ...take, blob: copy };
}
