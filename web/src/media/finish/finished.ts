import type { RawReason } from "#media/generated/media.ts";
import type { Poster } from "#media/poster-pictures.ts";

/** The file to send and the flags reported to the business. */
export type Finished = {
  blob: Blob;
  watermarked: boolean;
  /** It had a sound that could not be converted, and players do not take. */
  soundLeftOut: boolean;
  /** The file that was chosen ends before its film does. */
  endMissing: boolean;
  /** Why the recording is sent as it was made; `null` when it is finished. */
  unfinished: RawReason | null;
  /** `null` if no frame was decoded for it, also after a reload: the portal makes one then. */
  poster: Poster | null;
};

export function raw(blob: Blob, unfinished: RawReason): Finished {
  return { blob, watermarked: false, soundLeftOut: false, endMissing: false, unfinished, poster: null };
}
