// Makes the file that is sent: flat, seekable H.264 and AAC in MP4, with the watermark in every frame.
import {
  BlobSource,
  BufferTarget,
  canEncodeAudio,
  Conversion,
  Input,
  InputTrack,
  type InputAudioTrack,
  MATROSKA,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  Quality,
  VideoSampleSink,
  WEBM,
  type ConversionAudioOptions,
  type ConversionVideoOptions,
  type VideoSample,
} from "mediabunny";
import { cutRuns } from "./cut-runs.ts";
import { fills } from "./fit-within.ts";
import { isUpright, PlanarFrames } from "./planar-frames.ts";
import { isShownAt, placementOf, type Placed } from "./placement.ts";
import { PosterFrame } from "./poster-frame.ts";
import type { FinishRequest, Made, WorkerMessage, WorkerRequest } from "./messages.ts";
import { CLUSTER, EBML, elementAt, elementsOf, newElement, numberOf, type Bytes } from "./ebml.ts";

/** Share of the work between progress reports. */
const PROGRESS_STEP = 0.0025;

type Transcode = Extract<FinishRequest["plan"], { kind: "transcode" }>;

const scope = self as unknown as {
  postMessage: (report: WorkerMessage, transfer?: Transferable[]) => void;
  addEventListener: (type: "message", listener: (event: MessageEvent<WorkerRequest>) => void) => void;
};

scope.addEventListener("message", ({ data }) => void answer(data));

async function answer(request: WorkerRequest): Promise<void> {
  try {
    if (request.kind === "fetch-code") {
      await fetchAacEncoder();
      scope.postMessage({ kind: "code-there" });
    } else {
      const made = await run(request);
      scope.postMessage({ kind: "done", ...made }, [made.bytes]);
    }
  } catch (error) {
    if (error instanceof CodeMissing) {
      scope.postMessage({ kind: "code-missing", cause: error.message });
      return;
    }
    const reason = error instanceof LostTrack ? "undecodable" : "failed";
    scope.postMessage({ kind: "failed", reason, cause: String(error) });
  }
}

/** A part of this code could not be fetched. */
class CodeMissing extends Error {}

/** The browser cannot convert a track that must not be missing. */
class LostTrack extends Error {
  constructor({ discardedTracks }: Conversion) {
    super(discardedTracks.map(({ track, reason }) => `${track.type}: ${reason}`).join(", "));
  }
}

/** The finished file. */
async function run(request: FinishRequest): Promise<Made> {
  const { blob, truncated, plan } = request;
  const input = new Input({
    source: new BlobSource(truncated ? await withCompleteBlocks(blob) : blob),
    formats: [MP4, QTFF, WEBM, MATROSKA],
  });
  try {
    const isCut = plan.kind === "transcode" && plan.videoRuns.length + plan.audioRuns.length > 0;
    if (plan.kind === "transcode") {
      if (plan.oneAtATime) encodeOneAtATime();
      cutRuns(plan.videoRuns, plan.audioRuns);
    }
    const track = await input.getPrimaryAudioTrack();
    const audio = await soundPlan(plan.audio, track, isCut);
    if (audio.kind === "encode") await ensureAacEncoder(audio);
    scope.postMessage({ kind: "code-there" });
    const target = new BufferTarget();
    const poster = new PosterFrame();
    const conversion = await Conversion.init({
      input,
      output: new Output({ format: new Mp4OutputFormat({ fastStart: "in-memory" }), target }),
      tracks: "primary",
      video:
        plan.kind === "transcode"
          ? await videoOptions(plan, request, input, request.makesPoster ? poster : null)
          : { rotate: plan.turn },
      audio: { ...audioOptions(audio), forceTranscode: isCut && audio.kind === "encode" },
      // Runs start at their own time, not at the first sample.
      ...(isCut ? { trim: { start: 0 } } : {}),
      // Drops metadata that phones write into the file, such as the location.
      tags: {},
      showWarnings: false,
    });
    const usedTracks = conversion.utilizedTracks.length;
    if (!conversion.isValid || usedTracks < (track && audio.kind !== "none" ? 2 : 1))
      throw new LostTrack(conversion);
    let reported = 0;
    conversion.onProgress = (share) => {
      if (share < reported + PROGRESS_STEP) return;
      reported = share;
      scope.postMessage({ kind: "progress", share });
    };
    await conversion.execute();
    if (!target.buffer) throw new Error("the conversion left no file");
    if (plan.kind !== "transcode" && request.makesPoster) await poster.considerCopied(target.buffer);
    return {
      bytes: target.buffer,
      soundLeftOut: plan.audio.kind !== "none" && audio.kind === "none",
      poster: await poster.made(),
    };
  } finally {
    input.dispose();
  }
}

async function videoOptions(
  plan: Transcode,
  { overlays, placement, halvesFrames }: FinishRequest,
  input: Input,
  poster: PosterFrame | null,
): Promise<ConversionVideoOptions> {
  const { width, height } = plan;
  const bitrate = await bitrateOf(plan, input);
  if (halvesFrames) frameRate /= 2;
  const track = await input.getPrimaryVideoTrack();
  const colors = (await track?.getColorSpace()) ?? {};
  const codec = (await track?.getCodec()) ?? "";
  const placed: Placed = { size: { width, height }, overlays, placement };
  const draw = drawer(placed);
  const planar = ENCODES_PLANES.test(navigator.userAgent)
    ? new PlanarFrames(placed, draw, { colors, codec })
    : null;
  if (planar) {
    beforeDrawing = async (sample) => (plan.turn === 0 && isUpright(sample) ? sample : planar.named(sample));
  }
  return {
    codec: "avc",
    rotate: plan.turn,
    quality: new Quality({ bitrate }),
    ...(halvesFrames && frameRate > 0 ? { frameRate } : {}),
    keyFrameInterval: plan.keyFrameSeconds,
    forceTranscode: true,
    allowTransformationMetadata: false,
    processedWidth: width,
    processedHeight: height,
    process: (sample) => {
      poster?.consider(sample);
      return planar?.finish(sample) ?? draw(sample);
    },
  };
}

/** WebKit’s encoder loses the first of the frames that are made of bytes (WebKitGTK 2.50): there they are drawn. */
const ENCODES_PLANES = /(?:Chrome|Firefox)\//;

/** Draws frames of any kind and shape onto one canvas in the planned size, with what is laid over them. */
function drawer({ size, overlays, placement }: Placed) {
  let context: OffscreenCanvasRenderingContext2D | null = null;
  return (sample: VideoSample): OffscreenCanvas => {
    context ??= new OffscreenCanvas(size.width, size.height).getContext("2d", { alpha: false });
    if (!context) throw new Error("no canvas to draw on");
    const picture = { width: sample.displayWidth, height: sample.displayHeight };
    const { from, to, background } = placementOf(picture, size, placement);
    if (!fills(to, size)) {
      context.fillStyle = background;
      context.fillRect(0, 0, size.width, size.height);
    }
    sample.draw(context, from.x, from.y, from.width, from.height, to.x, to.y, to.width, to.height);
    for (const overlay of overlays) {
      if (isShownAt(overlay, sample.timestamp)) context.drawImage(overlay.image, overlay.x, overlay.y);
    }
    return context.canvas;
  };
}

/** The plan's bitrate, capped by what the recording and its frames justify (REC37). */
async function bitrateOf(plan: Transcode, input: Input): Promise<number> {
  const track = await input.getPrimaryVideoTrack();
  if (!track) return plan.videoBitsPerSecond;
  const { averageBitrate, averagePacketRate } = await track.computePacketStats();
  if (Number.isFinite(averagePacketRate)) frameRate = averagePacketRate;
  const worth = Math.max(
    plan.minBitsPerSecond,
    Math.min((averageBitrate * plan.maxRecordedPercent) / 100, averagePacketRate * plan.maxBitsPerFrame),
  );
  return worth > 0 ? Math.min(plan.videoBitsPerSecond, Math.ceil(worth)) : plan.videoBitsPerSecond;
}

function audioOptions(audio: FinishRequest["plan"]["audio"]): ConversionAudioOptions {
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

/** Sound that players take from an MP4 although many browsers cannot decode it. */
const PLAYABLE_CODECS: readonly string[] = ["ac3", "eac3", "mp3"];

/**
 * Plans audio that this browser cannot decode: copied if players support it, left out if its codec is unknown.
 * Otherwise the plan stays and fails, so that the film is sent raw: its sound matters more than a watermark.
 */
async function soundPlan(
  planned: FinishRequest["plan"]["audio"],
  track: InputAudioTrack | null,
  isCut: boolean,
): Promise<FinishRequest["plan"]["audio"]> {
  if (planned.kind !== "encode" || (await track?.canDecode())) return planned;
  const codec = (await track?.getCodec()) ?? null;
  if (codec === null) return { kind: "none" };
  // A copy begins and ends with whole packets.
  return !isCut && PLAYABLE_CODECS.includes(codec) ? { kind: "copy" } : planned;
}

/** Chromium on Linux and Firefox make no AAC themselves. */
async function ensureAacEncoder({
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
  const { registerAacEncoder } = await fetchAacEncoder();
  registerAacEncoder();
}

const fetchAacEncoder = () =>
  import("@mediabunny/aac-encoder").catch((error: unknown) => {
    throw new CodeMissing(String(error));
  });

// Workarounds for bugs of browsers and mediabunny 1.61 with recordings, for the worker that imports this.

/** Seconds of a frame of unknown duration. */
const DEFAULT_FRAME_SECONDS = 1 / 30;

/** Fixes the codec string for decoders: Chrome's recorder writes the invalid level 0 into its VP9 in MP4. */
const withLevel = (config: VideoDecoderConfig): VideoDecoderConfig => ({
  ...config,
  codec: config.codec.replace(/^(vp09\.\d\d)\.00\b/, "$1.31"),
});

if (typeof VideoDecoder !== "undefined") {
  const isSupported = VideoDecoder.isConfigSupported.bind(VideoDecoder);
  VideoDecoder.isConfigSupported = (config) => isSupported(withLevel(config));
  const { configure } = VideoDecoder.prototype;
  VideoDecoder.prototype.configure = function configureWithLevel(config) {
    configure.call(this, withLevel(config));
  };
}

// The last frame of each cluster of a browser's WebM has no duration, and `Conversion` drops such frames: one per
// second.
const { samples } = VideoSampleSink.prototype;
VideoSampleSink.prototype.samples = async function* everySample(...range) {
  for await (const sample of samples.apply(this, range)) {
    if (sample.duration === 0) sample.setDuration(DEFAULT_FRAME_SECONDS);
    const named = await beforeDrawing(sample);
    if (named !== sample) sample.close();
    yield named;
  }
};

// A file written while recording announces the duration of its first fragment at most: progress would be complete from
// the first frame on, and work without progress is aborted. So the duration is measured instead.
InputTrack.prototype.getDurationFromMetadata = () => Promise.resolve(null);

/** Number of frames that mediabunny 1.61 queues for an encoder. */
const WAITING_FRAMES = 4;

/** Sends the encoder a frame only after it has taken the previous one, so that fewer are in memory. */
function encodeOneAtATime(): void {
  const waiting = Object.getOwnPropertyDescriptor(VideoEncoder.prototype, "encodeQueueSize")?.get;
  if (!waiting) return;
  Object.defineProperty(VideoEncoder.prototype, "encodeQueueSize", {
    get(this: VideoEncoder) {
      return WAITING_FRAMES * Number(waiting.call(this));
    },
  });
}

/** Sets the colours of a frame that mediabunny draws before we see it: rotated, mirrored or with non-square pixels. */
let beforeDrawing = async (sample: VideoSample): Promise<VideoSample> => sample;

/** Frames per second of the finished file; 0 while unknown. */
let frameRate = 0;

// Encoders without a frame rate budget each frame as one of 30 per second. And Firefox describes its H.264 wrongly: the
// first byte of each parameter set is there twice. In Annex B it sends no description, and the muxer reads the
// parameter sets from the stream.
if (typeof VideoEncoder !== "undefined") {
  const { configure } = VideoEncoder.prototype;
  const annexB: Partial<VideoEncoderConfig> = navigator.userAgent.includes("Firefox/")
    ? { avc: { format: "annexb" } }
    : {};
  VideoEncoder.prototype.configure = function configureAsItIs(config) {
    configure.call(this, { ...config, ...(frameRate > 0 ? { framerate: frameRate } : {}), ...annexB });
  };
}

const TIMESTAMP = 0xe7;
const CRC_32 = 0xbf;
/** Recorders write clusters of a few seconds: the last one begins in these bytes. */
const TAIL_BYTES = 16 * 1024 * 1024;

/**
 * Truncates a WebM or Matroska film with a missing end after its last whole block: readers skip a cluster that exceeds
 * the file, and a short film may have only one. Returns files of other types unchanged.
 */
async function withCompleteBlocks(blob: Blob): Promise<Blob> {
  if (numberOf(await bytesOf(blob.slice(0, 4))) !== EBML) return blob;
  const start = Math.max(0, blob.size - TAIL_BYTES);
  const tail = await bytesOf(blob.slice(start));
  let at = tail.length;
  while (at > 0) {
    at = tail.lastIndexOf(CLUSTER >>> 24, at - 1);
    if (numberOf(tail.subarray(at, at + 4)) !== CLUSTER) continue;
    if (elementAt(tail, at)?.unknownSize === false) return blob;
    const sizeAt = at + 4;
    const content = tail.subarray(sizeAt + Math.clz32(tail[sizeAt] ?? 0) - 23);
    const elements = elementsOf(content);
    const [first] = elements;
    // Other bytes may look like a cluster by chance.
    if (first?.id !== TIMESTAMP && first?.id !== CRC_32) continue;
    const complete = content.subarray(0, elements.at(-1)?.end);
    return new Blob([blob.slice(0, start + at), newElement(CLUSTER, complete)]);
  }
  return blob;
}

const bytesOf = async (blob: Blob): Promise<Bytes> => new Uint8Array(await blob.arrayBuffer());
