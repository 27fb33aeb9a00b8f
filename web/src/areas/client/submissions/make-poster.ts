import * as api from "#api/generated/calls/client.ts";
import { posterOf } from "#media/poster-pictures.ts";

/** Numbers of the posters that were chosen in this visit, by submission: browsers keep posters for a day. */
const chosen = new Map<string, number>();

/** Address of a submission's poster. */
export function posterAddress(clientId: string, id: string): string {
  const number = chosen.get(id);
  return api.submissionPosterAddress(clientId, id, {}) + (number === undefined ? "" : `?chosen=${number}`);
}

/** Stores the frame that the owner chose. */
export async function choosePoster(clientId: string, id: string, video: HTMLVideoElement): Promise<void> {
  await storePoster(clientId, id, video);
  chosen.set(id, Date.now());
}

/** Stores the current frame of a video as its submission's poster, and as a card for shared links. */
export async function storePoster(clientId: string, id: string, video: HTMLVideoElement): Promise<void> {
  const poster = await posterOf(video, { width: video.videoWidth, height: video.videoHeight });
  if (!poster) throw new Error("this browser makes no picture of the video");
  const form = new FormData();
  form.set("still", poster.still);
  form.set("card", poster.card);
  await api.submissionPutPoster(clientId, id, form);
}
