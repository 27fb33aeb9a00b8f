// mediabunny as its guide shows it: on the page's own thread, the same size and rates, no watermark.
import { registerAacEncoder } from "@mediabunny/aac-encoder";
import {
  ALL_FORMATS,
  BlobSource,
  BufferTarget,
  canEncodeAudio,
  Conversion,
  Input,
  Mp4OutputFormat,
  Output,
  Quality,
} from "mediabunny";
import type { Work } from "./plan.ts";

/** `fit`: how a picture of another shape is brought into the frame. */
export async function convertPlainly(film: Blob, plan: Work, fit: "fill" | "cover" = "fill"): Promise<Blob> {
  if (plan.audio.kind === "encode" && !(await canEncodeAudio("aac"))) registerAacEncoder();
  const target = new BufferTarget();
  const conversion = await Conversion.init({
    input: new Input({ source: new BlobSource(film), formats: ALL_FORMATS }),
    output: new Output({ format: new Mp4OutputFormat({ fastStart: "in-memory" }), target }),
    video: plan.kind === "transcode" ? { ...videoOf(plan), fit } : {},
    audio: plan.audio.kind === "encode" ? audioOf(plan.audio) : {},
    showWarnings: false,
  });
  if (conversion.discardedTracks.length > 0) throw new Error("a track was discarded");
  await conversion.execute();
  return new Blob([target.buffer ?? new ArrayBuffer()], { type: "video/mp4" });
}

const videoOf = ({
  width,
  height,
  videoBitsPerSecond,
  keyFrameSeconds,
}: Extract<Work, { kind: "transcode" }>) => ({
  codec: "avc" as const,
  quality: new Quality({ bitrate: videoBitsPerSecond }),
  keyFrameInterval: keyFrameSeconds,
  forceTranscode: true,
  width,
  height,
});

const audioOf = ({ bitsPerSecond, channels, sampleRate }: Extract<Work["audio"], { kind: "encode" }>) => ({
  codec: "aac" as const,
  quality: new Quality({ bitrate: bitsPerSecond }),
  numberOfChannels: channels,
  sampleRate,
});
