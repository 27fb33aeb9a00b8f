// Three probes with the same task: duration, codec and size. Each reads the file from memory, to exclude the disk, and
// counts the bytes it reads.
import { readFile } from "node:fs/promises";
import { ALL_FORMATS, BufferSource, CustomSource, Input, type Source } from "mediabunny";
import { createFile, MP4BoxBuffer, type Movie } from "mp4box";
import init, { FileProbe } from "#media/core/video.js";

export type Finding = { seconds: number; codec: string; width: number; height: number; read: number };
export type Prober = (file: Uint8Array) => Promise<Finding>;

const CORE = new URL("../../web/src/media/core/video_bg.wasm", import.meta.url);

/** The media core, as wasm: the code that the Worker and the browser run. */
export async function saysoCore(): Promise<Prober> {
  await init({ module_or_path: await readFile(CORE) });
  return async (file) => {
    const probe = new FileProbe(file.length);
    let read = 0;
    let step = probe.begin();
    while (step.kind === "need") {
      const piece = file.subarray(step.offset, step.offset + step.len);
      read += piece.length;
      step = probe.feed(step.offset, piece);
    }
    probe.free();
    if (step.kind === "rejected") throw new Error(step.message);
    const { durationMs, video, width, height } = step.media;
    return { seconds: durationMs / 1000, codec: video, width, height, read };
  };
}

/** Timed with its fastest source, the file in memory. That one counts as read whole, so ranges are counted apart. */
export const mediabunny: Prober = async (file) => ask(new BufferSource(file), () => file.length);

/** The same, asking for ranges as it would over a network. */
export const mediabunnyByRanges: Prober = async (file) => {
  let read = 0;
  const ranges = new CustomSource({
    getSize: () => file.length,
    read: (start, end) => {
      read += end - start;
      return file.subarray(start, end);
    },
  });
  return ask(ranges, () => read);
};

async function ask(source: Source, read: () => number): Promise<Finding> {
  const input = new Input({ source, formats: ALL_FORMATS });
  const track = await input.getPrimaryVideoTrack();
  const seconds = await input.computeDuration();
  const [width, height] = [track?.displayWidth ?? 0, track?.displayHeight ?? 0];
  return { seconds, codec: track?.codec ?? "", width, height, read: read() };
}

const PORTION = 64 * 1024;

/** Follows the parser's wishes until it knows the film; one in fragments has its length only at its end. */
export const mp4box: Prober = async (file) => {
  const parser = createFile(false);
  const parsed: { movie?: Movie } = {};
  parser.onReady = (movie) => (parsed.movie = movie);
  let read = 0;
  let at = 0;
  while (at < file.length && (!parsed.movie || parsed.movie.isFragmented)) {
    const piece = file.slice(at, at + PORTION);
    read += piece.length;
    const nextPosition = parser.appendBuffer(MP4BoxBuffer.fromArrayBuffer(piece.buffer, at));
    // Within fragments it wishes for the same two portions for ever.
    at = parsed.movie?.isFragmented ? at + piece.length : (nextPosition ?? file.length);
  }
  parser.flush();
  const found = parsed.movie?.isFragmented ? parser.getInfo() : parsed.movie;
  const track = found?.videoTracks[0];
  if (!found || !track) throw new Error("mp4box found no film");
  const seconds = Math.max(
    ...found.tracks.map((one) => (one.samples_duration || one.duration) / one.timescale),
  );
  return { seconds, codec: track.codec, width: track.track_width, height: track.track_height, read };
};
