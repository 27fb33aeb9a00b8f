import type { ClientView } from "#api/generated/client.ts";

/** The end of a sentence on what is deleted: what that means for videos in a drive of the client's own. */
export function ownDriveWords({ has_own_drive, keeps_own_drive }: ClientView): string {
  if (!has_own_drive) return "";
  return keeps_own_drive
    ? "; the videos in your own drive stay there"
    : ", including the videos in your own drive";
}
