// The product's own modules in a page without the product around them, beside the plainest way of doing the same.
import { loadLateTools } from "#media/media-tools.ts";
import type { Stretch } from "#api/generated/clips.ts";
import type { ClipFormat } from "#api/generated/enums.ts";
import { sizeOf } from "#media/clip/clip-plan.ts";
import { ClipError, clipLook, makeClip } from "#media/clip/make-clip.ts";
import { prefetchFinisher, finish } from "#media/finish/finish.ts";
import { recordingPlan } from "#media/recording/recording-plan.ts";
import { planOf, WATERMARK, type Work } from "./plan.ts";
import { convertPlainly } from "./plain-conversion.ts";
import { recordBarely } from "./bare-recorder.ts";

/** A clip has captions, and a format; a conversion to it has neither watermark nor captions. */
export type Way = "finisher" | "conversion" | { clip: ClipFormat } | { conversion: ClipFormat };
export type Made = { seconds: number; film: Blob; plan: Work };

const bench = {
  /** Everything that may be there before a recording ends. */
  prepare: async () => {
    await loadLateTools();
    await prefetchFinisher("video/webm");
  },
  make: async (way: Way, watermark: boolean): Promise<Made> => {
    const film = document.querySelector("input")?.files?.[0];
    if (!film) throw new Error("no film was chosen");
    const plan = await planOf(film, watermark);
    const started = performance.now();
    const blob = await madeIn(way, film, watermark, plan);
    return { seconds: (performance.now() - started) / 1000, film: blob, plan };
  },
  /** A clip with some stretches of the film, as base64; or why this browser makes none. */
  cut: async (keep: Stretch[]): Promise<string> => {
    const film = document.querySelector("input")?.files?.[0];
    if (!film) throw new Error("no film was chosen");
    await bench.prepare();
    const made = await clip(film, "1:1", keep).catch((error: unknown) => {
      if (error instanceof ClipError) return error.reason;
      throw error;
    });
    if (typeof made === "string") return made;
    const bytes = new Uint8Array(await made.arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  },
  recordingPlan,
  recordBarely,
};

export type Bench = typeof bench;
Object.assign(globalThis, { bench });

async function madeIn(way: Way, film: Blob, watermark: boolean, plan: Work): Promise<Blob> {
  if (way === "finisher") return finished(film, watermark);
  if (way === "conversion") return convertPlainly(film, plan);
  if ("clip" in way) return clip(film, way.clip);
  if (plan.kind !== "transcode") throw new Error("nothing to encode");
  return convertPlainly(film, { ...plan, ...sizeOf(way.conversion, plan) }, "cover");
}

/** A caption every three seconds. */
const CUES = Array.from({ length: 13 }, (_, index) => ({
  from: index * 3000,
  to: index * 3000 + 2800,
  text: "They answered every question that we had within an hour.",
}));

/** `keep`: all of it, unless stretches are given. */
async function clip(film: Blob, format: ClipFormat, keep?: Stretch[]): Promise<Blob> {
  const tools = await loadLateTools();
  const probed = await tools.probe(film);
  if ("refusal" in probed) throw new Error("the probe knows no such film");
  const look = await clipLook(tools, {
    format,
    framing: { x: 500, y: 500 },
    background: "#000000",
    captions: "boxed",
    has_strip: false,
    film: probed.size,
    watermark: null,
    cues: CUES,
    language: "en",
    strip: null,
  });
  const all = [{ from_ms: 0, to_ms: Math.ceil(probed.seconds * 1000) }];
  const request = { film, keep: keep ?? all, look, crashes: 0 };
  return makeClip(request, tools, new AbortController().signal, () => undefined);
}

async function finished(film: Blob, watermark: boolean): Promise<Blob> {
  const tools = await loadLateTools();
  const recording = { blob: film, watermark: watermark ? WATERMARK : null, opening: null };
  const { blob, unfinished } = await finish(
    recording,
    0,
    tools,
    new AbortController().signal,
    () => undefined,
  );
  if (unfinished) throw new Error(`unfinished: ${unfinished}`);
  return blob;
}
