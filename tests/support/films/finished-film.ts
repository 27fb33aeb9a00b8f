// Assertions about a film that was finished in the browser.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import type { ClientRow } from "../people/owner/clients.ts";
import { topBoxes } from "./mp4-boxes.ts";
import { boundingBox, greyFrames } from "./pictures.ts";
import { decoderWarnings, peakLevel, tracksOf } from "./tracks.ts";
import { ffprobe } from "./videos.ts";

/** Asserts that a file is a flat MP4 below 9 MB in H.264 and AAC with all frames and all sound of its source. */
export async function assertFinished(file: string, source: string): Promise<void> {
  const bytes = await readFile(file);
  assert.ok(bytes.byteLength < 9_000_000, `${bytes.byteLength} bytes`);
  const boxes = topBoxes(bytes);
  assert.ok(boxes.indexOf("moov") < boxes.indexOf("mdat"), `its index first: ${boxes.join()}`);
  assert.ok(!boxes.includes("moof"), `in one piece: ${boxes.join()}`);

  const { streams } = await ffprobe(file);
  assert.deepEqual(
    streams.map((stream) => stream.codec_name),
    ["h264", "aac"],
  );
  assert.equal(await decoderWarnings(file), "");
  assert.ok((await peakLevel(file)) > 0.02, "its sound is not silence");

  const [made, given] = await Promise.all([tracksOf(file), tracksOf(source)]);
  assert.equal(made[0]?.packets, given[0]?.packets, "not a picture is missing");
  for (const [index, track] of made.entries()) {
    const difference = Math.abs(track.lastAt - (given[index]?.lastAt ?? Number.NaN));
    assert.ok(difference < 0.15, `the ${track.kind} ends ${difference} s from where it did`);
  }
}

/** A business with a watermark in the bottom right corner. */
export const WITH_WATERMARK: Partial<ClientRow> = {
  watermark_enabled: 1,
  watermark_text: "Blue Door\nBakery",
  watermark_position: "bottom-right",
};

/** Distance of a watermark from the edges, as a share of the shorter side. */
export const MARGIN = 0.05;
/** Encoders blur edges. */
const NEAR = 4;

/**
 * Asserts that every frame has white letters with a dark outline in the bottom right corner, and nothing else in its
 * lower half, which must be of even brightness, as with Firefox's fake camera.
 */
export async function assertMarked(file: string): Promise<void> {
  const [video] = (await ffprobe(file)).streams;
  const [width, height] = [Number(video?.width), Number(video?.height)];
  const frames = await greyFrames(file, width, height);
  assert.equal(frames.length, Number(video?.nb_read_packets));
  const margin = MARGIN * Math.min(width, height);
  const top = Math.floor(height / 2);
  for (const [index, frame] of frames.entries()) {
    const lower = frame.subarray(top * width);
    const outline = boundingBox(lower, width, (shade) => shade < 60);
    const letters = boundingBox(lower, width, (shade) => shade > 200);
    assert.ok(outline && letters, `frame ${index} carries no mark`);
    const where = `frame ${index}: ${JSON.stringify(outline)} of ${width} x ${height - top}`;
    assert.ok(letters.right - letters.left > 0.16 * width, where);
    assert.ok(Math.abs(width - outline.right - margin) <= NEAR, where);
    assert.ok(height - top - outline.bottom >= margin - NEAR, where);
    assert.ok(height - top - outline.top < 0.18 * height, where);
  }
}
