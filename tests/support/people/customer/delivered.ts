// Finds a delivered video in the business's folder.
import assert from "node:assert/strict";
import rules from "#api/generated/rules.json" with { type: "json" };
import { greyFrames, tempFile } from "../../films/pictures.ts";
import { ffprobe } from "../../films/videos.ts";
import { until, type Sayso } from "../../runtime/worker.ts";

/** The one submission of a client once it is delivered: its row, its file on disk, and the file's size. */
export async function deliveredVideo(sayso: Sayso, client: { id: string }) {
  const row = await until("delivered", () =>
    sayso.row("SELECT * FROM submissions WHERE client_id = ? AND status = 'processed'", client.id),
  );
  const [key, ...others] = await sayso.keys(`drive/${client.id}/`);
  if (key === undefined || others.length > 0) throw new Error(`${others.length + 1} files instead of one`);
  const object = await sayso.media.get(key);
  return { row, file: await tempFile(await object.arrayBuffer()), size: object.size as number };
}

/** Expects a poster, made by the customer's browser, in the video's shape, small enough, with a picture on it. */
export async function expectPoster(sayso: Sayso, row: Record<string, unknown>): Promise<void> {
  const folder = `posters/${String(row.poster)}/`;
  assert.deepEqual(await sayso.keys(folder), [`${folder}card.jpg`, `${folder}still.jpg`]);
  const still = (await (await sayso.media.get(`${folder}still.jpg`)).arrayBuffer()) as ArrayBuffer;
  assert.ok(still.byteLength <= rules.posters.stillBytes, `${still.byteLength} bytes`);
  const file = await tempFile(still);
  const [picture] = (await ffprobe(file)).streams;
  const { width, height } = picture ?? {};
  assert.deepEqual([width, height], [row.poster_width, row.poster_height]);
  const [shades = new Uint8Array()] = await greyFrames(file, Number(width), Number(height));
  const [darkest, brightest] = shades.reduce(
    ([least, most], shade) => [Math.min(least, shade), Math.max(most, shade)],
    [255, 0],
  );
  assert.ok(brightest - darkest > 40, `shades from ${darkest} to ${brightest}`);
}
