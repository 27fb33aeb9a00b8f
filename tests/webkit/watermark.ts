// The watermark over WebKit's fake camera, which is black behind a watermark at the bottom left.
import assert from "node:assert/strict";
import type { ClientRow } from "../support/people/owner/clients.ts";
import { MARGIN } from "../support/films/finished-film.ts";
import { boundingBox, greyFrames, type Box } from "../support/films/pictures.ts";
import { ffprobe } from "../support/films/videos.ts";

/** A business with a watermark at the bottom left. */
export const WITH_WATERMARK: Partial<ClientRow> = {
  watermark_enabled: 1,
  watermark_text: "Blue Door\nBakery",
  watermark_position: "bottom-left",
};

/** Tolerance for the outline and the encoder's blur. */
const NEAR = 8;

/** Asserts white letters in the bottom left corner of every frame. */
export async function assertMarked(file: string): Promise<void> {
  const { boxes, width, height } = await bottomLeft(file);
  const margin = MARGIN * Math.min(width, height);
  for (const [index, letters] of boxes.entries()) {
    const where = `picture ${index}: ${JSON.stringify(letters)} of ${width} x ${height}`;
    assert.ok(letters, where);
    assert.ok(letters.right - letters.left > 0.16 * Math.min(width, height), where);
    assert.ok(Math.abs(letters.left - margin) <= NEAR, where);
    assert.ok(Math.abs(height - letters.bottom - margin) <= NEAR, where);
  }
}

/** Asserts that no frame has anything there. */
export async function assertUnmarked(file: string): Promise<void> {
  const { boxes } = await bottomLeft(file);
  assert.deepEqual(
    boxes.filter((box) => box),
    [],
  );
}

/** Bright areas in the lowest fifth of each frame, in the left two fifths and away from the edge. */
async function bottomLeft(file: string) {
  const [video] = (await ffprobe(file)).streams;
  const [width, height] = [Number(video?.width), Number(video?.height)];
  const pictures = await greyFrames(file, width, height);
  assert.equal(pictures.length, Number(video?.nb_read_packets));
  const [top, bottom, edge, right] = [Math.floor(height * 0.8), height - 8, 8, Math.floor(width * 0.4)];
  const boxes = pictures.map((picture): Box | null => {
    const part = new Uint8Array((bottom - top) * (right - edge));
    for (let row = top; row < bottom; row += 1)
      part.set(picture.subarray(row * width + edge, row * width + right), (row - top) * (right - edge));
    const box = boundingBox(part, right - edge, (shade) => shade > 180);
    return (
      box && { left: box.left + edge, right: box.right + edge, top: box.top + top, bottom: box.bottom + top }
    );
  });
  return { boxes, width, height };
}
