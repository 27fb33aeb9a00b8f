// Not part of the first load: hardly any browser needs it.
import { orientationsMayDiffer, thumbnailOf, type Thumbnail } from "#media/camera/thumbnail.ts";
import { loadTools, type MediaTools } from "#media/media-tools.ts";
import { turnedMp4 } from "./turned-mp4.ts";
import { turnedWebm } from "./turned-webm.ts";

const DECODED_MS = 4000;

/**
 * Degrees clockwise that rotate a recording to match its preview (REC34): Safari sometimes records sideways (WebKit
 * bugs 290223 and 323550). 0 if its first frame already matches, cannot be decoded or is ambiguous.
 */
export async function turnOf(recorded: Blob, shown: Thumbnail, tools: MediaTools): Promise<number> {
  const first = await firstFrame(recorded);
  if (!first || !orientationsMayDiffer(first, shown)) return 0;
  return tools.turnTowards(shown.brightness, first.brightness);
}

/** Bytes read to cover the header. */
const HEADER_BYTES = 65_536;

/** Writes the rotation that a raw recording needs into its header (REC34). */
export async function withTurn(recorded: Blob, shown: Thumbnail): Promise<Blob> {
  const tools = await loadTools();
  const probed = await tools?.probe(recorded);
  if (!tools || !probed || "refusal" in probed || !orientationsMayDiffer(probed.size, shown)) return recorded;
  const turn = await turnOf(recorded, shown, tools);
  if (turn === 0) return recorded;
  const head = new Uint8Array(await recorded.slice(0, HEADER_BYTES).arrayBuffer());
  const turned = turnedWebm(head, turn) ?? turnedMp4(head, turn);
  return turned ? new Blob([turned, recorded.slice(head.length)], { type: recorded.type }) : recorded;
}

async function firstFrame(blob: Blob): Promise<Thumbnail | null> {
  const video = document.createElement("video");
  video.muted = true;
  video.playsInline = true;
  video.preload = "auto";
  const url = URL.createObjectURL(blob);
  try {
    video.src = url;
    // iOS decodes no frame of a video that is not playing.
    void video.play().catch(() => undefined);
    return await thumbnailOf(video, DECODED_MS);
  } finally {
    video.removeAttribute("src");
    video.load();
    URL.revokeObjectURL(url);
  }
}
