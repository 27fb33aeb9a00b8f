// Reads the packets of a film: headers of browsers' recordings lack these numbers.
import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

export type Track = {
  kind: "video" | "audio";
  packets: number;
  /** When its last packet begins, in seconds after the film's first one: not every recording begins at zero. */
  lastAt: number;
};

/** The tracks of a film, the picture first. */
export async function tracksOf(file: string): Promise<Track[]> {
  const { stdout } = await run(
    "ffprobe",
    ["-v", "error", "-show_entries", "packet=codec_type,pts_time", "-of", "json", file],
    { maxBuffer: 1 << 26 },
  );
  const packets: { codec_type: string; pts_time: string }[] = JSON.parse(stdout).packets;
  const begins = Math.min(...packets.map((packet) => Number(packet.pts_time)));
  return (["video", "audio"] as const).flatMap((kind) => {
    const own = packets.filter((packet) => packet.codec_type === kind);
    const lastAt = Math.max(...own.map((packet) => Number(packet.pts_time))) - begins;
    return own.length > 0 ? [{ kind, packets: own.length, lastAt }] : [];
  });
}

/** Warnings of a decoder that reads the whole film; empty if it is sound. */
export async function decoderWarnings(file: string): Promise<string> {
  const { stderr } = await run("ffprobe", ["-v", "warning", "-count_frames", "-show_streams", file]);
  return stderr;
}

/** The loudest sample of a film's sound: 0 is silence, 1 as loud as can be. */
export async function peakLevel(file: string): Promise<number> {
  const { stdout } = await run("ffmpeg", ["-v", "error", "-i", file, "-vn", "-f", "f32le", "-"], {
    encoding: "buffer",
    maxBuffer: 1 << 28,
  });
  let peak = 0;
  for (let at = 0; at + 4 <= stdout.length; at += 4) peak = Math.max(peak, Math.abs(stdout.readFloatLE(at)));
  return peak;
}
