import type { ClientView } from "#api/generated/client.ts";

/** Rest of a sentence about deletion: the effect on videos in the client's own drive. */
export function ownDriveWords({ has_own_drive, keeps_own_drive }: ClientView): string {
  if (!has_own_drive) return "";
  return keeps_own_drive
    ? "; the videos in your own drive stay there"
    : ", including the videos in your own drive";
}
