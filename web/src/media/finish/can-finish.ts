import { pause } from "#lib/pause.ts";
import { encoderCodec } from "#media/generated/fallback.json";
import type { Plan } from "#media/generated/media.ts";

/** Largest size and rate that we encode, used for the support check. */
const LARGEST = { width: 720, height: 1280, bitrate: 2_500_000, framerate: 30 };
/** Any AAC encoder supports this. The finisher asks for the configuration it needs. */
const ANY_AAC = { codec: "mp4a.40.2", numberOfChannels: 2, sampleRate: 48_000 };
/** Limit for planning, so that the camera is not delayed. */
const PLANNING_MS = 2000;

/** Whether this browser encodes H.264 with WebCodecs in a worker with an OffscreenCanvas; some never answer. */
export async function encodesH264(): Promise<boolean> {
  if (typeof VideoEncoder === "undefined" || typeof Worker === "undefined" || !drawsInWorkers()) return false;
  wakeMediaLibrary();
  return supports(() => VideoEncoder.isConfigSupported({ codec: encoderCodec, ...LARGEST }));
}

/** Whether finishing needs our own AAC encoder: Chromium on Linux and Firefox have none. */
export async function needsAacEncoder(recordedType: string): Promise<boolean> {
  // Recorded AAC is copied.
  if (typeof VideoEncoder === "undefined" || !/webm|opus/.test(recordedType)) return false;
  return (
    typeof AudioEncoder === "undefined" || !(await supports(() => AudioEncoder.isConfigSupported(ANY_AAC)))
  );
}

/** Whether this browser decodes a codec with WebCodecs; some never answer. */
export async function decodes(codec: string | undefined): Promise<boolean> {
  if (codec === undefined || typeof VideoDecoder === "undefined") return false;
  wakeMediaLibrary();
  return supports(() => VideoDecoder.isConfigSupported({ codec }));
}

/** Whether a recording of this plan can be finished here; then it may be larger. */
export async function canFinish(plan: Plan): Promise<boolean> {
  // AAC is copied; anything else has to be decoded first.
  const sound = typeof AudioDecoder !== "undefined" || (plan.mimeType ?? "").includes("mp4a");
  if (!sound) return false;
  return (await Promise.race([encodesH264(), pause(PLANNING_MS)])) ?? false;
}

/** WebKitGTK 2.50 crashes if WebCodecs is the first to use GStreamer; `canPlayType` initialises it. */
function wakeMediaLibrary(): void {
  document.createElement("video").canPlayType("video/mp4");
}

/** Some browsers throw at a codec they do not know. */
async function supports(ask: () => Promise<{ supported?: boolean }>): Promise<boolean> {
  try {
    return (await ask()).supported === true;
  } catch {
    return false;
  }
}

function drawsInWorkers(): boolean {
  return typeof OffscreenCanvas !== "undefined" && new OffscreenCanvas(1, 1).getContext("2d") !== null;
}
