// Makes the file that is sent: flat, seekable H.264 and AAC in MP4, with the watermark in every frame.
import {
  BlobSource,
  BufferTarget,
  canEncodeAudio,
  Conversion,
  Input,
  MATROSKA,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  Quality,
  WEBM,
  type ConversionAudioOptions,
  type ConversionVideoOptions,
} from "mediabunny";
import "./mend-codecs.ts";
import type { Order, Report } from "./messages.ts";

type Transcode = Extract<Order["plan"], { kind: "transcode" }>;

const scope = self as unknown as {
  postMessage: (report: Report, transfer?: Transferable[]) => void;
  addEventListener: (type: "message", listener: (event: MessageEvent<Order>) => void) => void;
};

scope.addEventListener("message", ({ data }) => {
  run(data).then(
    (bytes) => scope.postMessage({ kind: "done", bytes }, [bytes]),
    (error: unknown) => {
      if (error instanceof CodeMissing) {
        scope.postMessage({ kind: "code-missing", cause: error.message });
        return;
      }
      const reason = error instanceof LostTrack ? "undecodable" : "failed";
      scope.postMessage({ kind: "failed", reason, cause: String(error) });
    },
  );
});

/** A part of this code could not be fetched. */
class CodeMissing extends Error {}

/** The browser cannot convert a track that must not be missing. */
class LostTrack extends Error {
  constructor({ discardedTracks }: Conversion) {
    super(discardedTracks.map(({ track, reason }) => `${track.type}: ${reason}`).join(", "));
  }
}

/** The finished file. */
async function run({ blob, plan, mark }: Order): Promise<ArrayBuffer> {
  const input = new Input({ source: new BlobSource(blob), formats: [MP4, QTFF, WEBM, MATROSKA] });
  try {
    const sound = await input.getPrimaryAudioTrack();
    if (sound && plan.audio?.kind === "encode") await bringAacEncoder(plan.audio);
    const target = new BufferTarget();
    const conversion = await Conversion.init({
      input,
      output: new Output({ format: new Mp4OutputFormat({ fastStart: "in-memory" }), target }),
      tracks: "primary",
      video: plan.kind === "transcode" ? videoOptions(plan, mark) : {},
      audio: audioOptions(plan.audio),
      // What a phone writes beside the picture, such as where it was taken, is nobody's business.
      tags: {},
      showWarnings: false,
    });
    const kept = conversion.utilizedTracks.length;
    if (!conversion.isValid || kept < (sound ? 2 : 1)) throw new LostTrack(conversion);
    conversion.onProgress = (share) => scope.postMessage({ kind: "progress", share });
    await conversion.execute();
    if (!target.buffer) throw new Error("the conversion left no file");
    return target.buffer;
  } finally {
    input.dispose();
  }
}

function videoOptions(plan: Transcode, mark: Order["mark"]): ConversionVideoOptions {
  const { width, height } = plan;
  const canvas = new OffscreenCanvas(width, height);
  const brush = canvas.getContext("2d", { alpha: false });
  if (!brush) throw new Error("no canvas to draw on");
  return {
    codec: "avc",
    quality: new Quality({ bitrate: plan.videoBitsPerSecond }),
    keyFrameInterval: plan.keyFrameSeconds,
    forceTranscode: true,
    allowTransformationMetadata: false,
    processedWidth: width,
    processedHeight: height,
    process: (sample) => {
      // A phone that is turned while it records changes the picture's shape: all of it stays in sight.
      const scale = Math.min(width / sample.displayWidth, height / sample.displayHeight);
      if (fills(sample.displayWidth * scale, width) && fills(sample.displayHeight * scale, height)) {
        sample.draw(brush, 0, 0, width, height);
      } else {
        brush.fillStyle = "#000";
        brush.fillRect(0, 0, width, height);
        sample.drawWithFit(brush, { fit: "contain" });
      }
      if (mark) brush.drawImage(mark.image, mark.x, mark.y);
      return canvas;
    },
  };
}

/** Within the pixels that rounding to even sides takes away. */
function fills(side: number, whole: number): boolean {
  return Math.abs(side - whole) <= 3;
}

function audioOptions(audio: Order["plan"]["audio"]): ConversionAudioOptions {
  switch (audio.kind) {
    case "none":
      return { discard: true };
    case "copy":
      return {};
    case "encode":
      return {
        codec: "aac",
        quality: new Quality({ bitrate: audio.bitsPerSecond }),
        numberOfChannels: audio.channels,
        sampleRate: audio.sampleRate,
      };
  }
}

/** Chromium on Linux and Firefox make no AAC themselves. */
async function bringAacEncoder({
  channels,
  sampleRate,
  bitsPerSecond,
}: {
  channels: number;
  sampleRate: number;
  bitsPerSecond: number;
}) {
  const native = await canEncodeAudio("aac", {
    numberOfChannels: channels,
    sampleRate,
    quality: new Quality({ bitrate: bitsPerSecond }),
  });
  if (native) return;
  const encoder = await import("@mediabunny/aac-encoder").catch((error: unknown) => {
    throw new CodeMissing(String(error));
  });
  encoder.registerAacEncoder();
}
