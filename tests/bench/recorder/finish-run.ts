// Finishes one recording once, in each of the compared ways.
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { promisify } from "node:util";
import { ffprobe } from "../../support/films/videos.ts";
import { inBrowser, withPeak } from "./browser.ts";
import { bytesOf, openBench } from "./media-page.ts";
import type { Work } from "./media-page/plan.ts";
import type { Way } from "./media-page/page.ts";

const run = promisify(execFile);

/** `seconds`: how long the recording is. */
export type Job = { file: string; watermark: boolean; seconds: number };
export type Outcome = { seconds: number; megabytes: number; film: Buffer; plan: Work };

/** In a fresh browser: memory left by an earlier run would hide the growth. */
export function inPage(url: string, { file, watermark }: Job, way: Way): Promise<Outcome> {
  return inBrowser(async ({ pid, page }) => {
    const bench = await openBench(page, url);
    await bench.evaluate((it) => it.prepare());
    await page.waitForLoadState("networkidle");
    await page.getByLabel("Recording").setInputFiles(file);
    const make = () =>
      bench.evaluateHandle((it, [how, marked]) => it.make(how, marked), [way, watermark] as const);
    const { done, megabytes } = await withPeak(pid, make);
    const [seconds, plan] = await done.evaluate((it) => [it.seconds, it.plan] as const);
    const film = await bytesOf(await done.evaluateHandle((it) => it.film));
    return { seconds, megabytes, film, plan };
  });
}

/** The seconds ffmpeg takes for the same on both cores. */
export async function byFfmpeg(file: string, plan: Extract<Work, { kind: "transcode" }>): Promise<number> {
  const { width, height, videoBitsPerSecond } = plan;
  const video = `-vf scale=${width}:${height} -c:v libx264 -preset veryfast -b:v ${videoBitsPerSecond}`;
  const coding = `${video} -pix_fmt yuv420p -c:a aac -b:a 96k -ac 1 -movflags +faststart`;
  return inFolder(async (folder) => {
    const started = performance.now();
    await run("ffmpeg", ["-v", "error", "-i", file, ...coding.split(" "), join(folder, "made.mp4")]);
    return (performance.now() - started) / 1000;
  });
}

export async function framesOf(film: Buffer): Promise<number> {
  return inFolder(async (folder) => {
    const file = join(folder, "film");
    await writeFile(file, film);
    const { streams } = await ffprobe(file);
    return Number(streams.find((stream) => stream.codec_type === "video")?.nb_read_packets);
  });
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "sayso-finish-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}
