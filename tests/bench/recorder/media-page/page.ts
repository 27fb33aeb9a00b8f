// The product's own modules in a page without the product around them, beside the plainest way of doing the same.
import { loadLateTools } from "#media/media-tools.ts";
import { prefetchFinisher, finish } from "#media/finish/finish.ts";
import { recordingPlan } from "#media/recording/recording-plan.ts";
import { planOf, WATERMARK, type Work } from "./plan.ts";
import { convertPlainly } from "./plain-conversion.ts";
import { recordBarely } from "./bare-recorder.ts";

export type Way = "finisher" | "conversion";
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
    const blob = way === "finisher" ? await finished(film, watermark) : await convertPlainly(film, plan);
    return { seconds: (performance.now() - started) / 1000, film: blob, plan };
  },
  recordingPlan,
  recordBarely,
};

export type Bench = typeof bench;
Object.assign(globalThis, { bench });

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
