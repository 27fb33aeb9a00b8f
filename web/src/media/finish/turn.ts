// No part of the first load: hardly any browser records against its preview.
import { pause } from "../../lib/pause.ts";
import { mayLieAcross, thumbnailOf, type Thumbnail } from "../camera/thumbnail.ts";
import { loadTools } from "../core.ts";
import type { MediaTools } from "../media-tools.ts";

const POLL_MS = 40;
const DECODED_MS = 4000;

/**
 * Degrees clockwise by which a recording has to be turned to stand as its preview did when it began (REC34): Safari
 * records sideways at times (WebKit bugs 290223 and 323550). 0 where its first frame stands so, cannot be seen, or does
 * not clearly show how it lies.
 */
export async function turnOf(recorded: Blob, shown: Thumbnail, tools: MediaTools): Promise<number> {
  const first = await firstFrame(recorded);
  if (!first || !mayLieAcross(first, shown)) return 0;
  return tools.turnTowards(shown.brightness, first.brightness);
}

/** A recording that is sent as it is: where it is an MP4 that has to be turned, its header says so (REC34). */
export async function withTurn(recorded: Blob, shown: Thumbnail): Promise<Blob> {
  if (!recorded.type.includes("mp4")) return recorded;
  const tools = await loadTools();
  const probed = await tools?.probe(recorded);
  if (!tools || !probed || "refusal" in probed || !mayLieAcross(probed.size, shown)) return recorded;
  const turn = await turnOf(recorded, shown, tools);
  return turn === 0 ? recorded : turnMp4(recorded, turn);
}

/** Where browsers write their headers. */
const HEADER_BYTES = 65_536;
const ONE = 0x10000;
/** How a matrix begins that turns by no, one, two and three quarters clockwise. */
const QUARTERS: [number, number][] = [
  [ONE, 0],
  [0, ONE],
  [-ONE, 0],
  [0, -ONE],
];

/** The same MP4 with the turn in the header of its picture's track (ISO 14496-12, `tkhd`); another file as it is. */
async function turnMp4(file: Blob, degrees: number): Promise<Blob> {
  const header = new DataView(await file.slice(0, HEADER_BYTES).arrayBuffer());
  for (let at = 4; at + 100 <= header.byteLength; at += 1) {
    if (header.getUint32(at) !== TKHD) continue;
    const matrix = at + (header.getUint8(at + 4) === 1 ? 56 : 44);
    const [width, height] = [header.getUint32(matrix + 36), header.getUint32(matrix + 40)];
    // The sound's track has no sides.
    if (width === 0 || height === 0) continue;
    // A turn that the browser has written itself comes before this one.
    const written = QUARTERS.findIndex(
      ([a, b]) => a === header.getInt32(matrix) && b === header.getInt32(matrix + 4),
    );
    const quarters = (Math.max(written, 0) + degrees / 90) % 4;
    const [a, b] = QUARTERS[quarters] ?? [ONE, 0];
    // Where the corner goes that is at the upper left without a turn.
    const across = quarters === 1 ? height : quarters === 2 ? width : 0;
    const down = quarters === 2 ? height : quarters === 3 ? width : 0;
    for (const [index, value] of [a, b, 0, -b, a, 0, across, down].entries())
      header.setInt32(matrix + 4 * index, value);
    return new Blob([header, file.slice(header.byteLength)], { type: file.type });
  }
  return file;
}

/** `tkhd` as a number. */
const TKHD = 0x746b6864;

async function firstFrame(blob: Blob): Promise<Thumbnail | null> {
  const video = document.createElement("video");
  video.muted = true;
  video.playsInline = true;
  video.preload = "auto";
  const url = URL.createObjectURL(blob);
  const until = performance.now() + DECODED_MS;
  try {
    video.src = url;
    // iOS decodes nothing of a video that nobody plays.
    void video.play().catch(() => undefined);
    while (video.readyState < video.HAVE_CURRENT_DATA && !video.error && performance.now() < until)
      await pause(POLL_MS);
    return await thumbnailOf(video);
  } finally {
    video.removeAttribute("src");
    video.load();
    URL.revokeObjectURL(url);
  }
}
