import type { Sayso } from "../../runtime/worker.ts";

/** A JPEG of that size, as far as the server looks at it. */
export function jpeg(width: number, height: number): Uint8Array<ArrayBuffer> {
  const size = [height >> 8, height & 255, width >> 8, width & 255];
  const scan = [0xff, 0xda, 0, 8, 1, 1, 0, 0, 0x3f, 0];
  return Uint8Array.from([0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, ...size, 1, 1, 0x11, 0, ...scan, 0xff, 0xd9]);
}

/** Plants the poster of a submission, of texts in place of pictures. */
export async function addPoster(sayso: Sayso, submissionId: string): Promise<void> {
  const key = crypto.randomUUID().replaceAll("-", "");
  await sayso.media.put(`posters/${key}/still.jpg`, "a JPEG");
  await sayso.change("UPDATE submissions SET poster = ? WHERE id = ?", key, submissionId);
}

/** A poster as the portal sends it. */
export function posterForm(still = jpeg(720, 1280), card = jpeg(1200, 630)): FormData {
  const form = new FormData();
  for (const [name, bytes] of Object.entries({ still, card }))
    form.set(name, new File([bytes], `${name}.jpg`, { type: "image/jpeg" }));
  return form;
}
