// Cost of the recorder's page (live picture, sound meter, picture check, storage): dropped frames and CPU time.
import { execFile } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { addClient, type ClientRow } from "../../support/people/owner/clients.ts";
import { storedRecording } from "../../support/browsers/indexeddb.ts";
import { startWorker, until, type Sayso } from "../../support/runtime/worker.ts";
import type { ByExtent, Extent } from "../extent.ts";
import { alternate, median, ratio } from "../rounds.ts";
import type { Row } from "../table.ts";
import { busyCores, inBrowser, type Browser } from "./browser.ts";
import { bytesOf, openBench, withMediaPage } from "./media-page.ts";

const run = promisify(execFile);
const SECONDS: ByExtent<number> = { full: 15, short: 2 };
const PAIRS: ByExtent<number> = { full: 5, short: 1 };

/** The first and last seconds of a recording have extra work. */
const EDGE_SECONDS = 1;

type Cost = { framesPerSecond: number; cores: number };

export async function recorderFrames(extent: Extent): Promise<Row[]> {
  const sayso = await startWorker({ ownOrigin: true });
  const client = await addClient(sayso, { watermark_enabled: 1, watermark_text: "Blue Door" });
  const seconds = SECONDS[extent];
  const shown = await inBrowser(({ page }) => pictureSize(page, sayso, client));
  const costs = await withMediaPage((url) =>
    alternate(
      {
        ours: () => inBrowser((browser) => onRecordPage(browser, sayso, client, seconds)),
        other: () => inBrowser((browser) => onBarePage(browser, url, seconds, shown)),
      },
      PAIRS[extent],
    ),
  );
  await sayso.close();
  const of = (metric: keyof Cost) => ({
    ours: costs.ours.map((cost) => cost[metric]),
    other: costs.other.map((cost) => cost[metric]),
  });
  const [frames, cores] = [of("framesPerSecond"), of("cores")];
  return [
    {
      name: "frames kept while recording, against a bare MediaRecorder",
      ours: `${median(frames.ours).toFixed(2)} frames/s`,
      other: `${median(frames.other).toFixed(2)} frames/s`,
      ratio: ratio(frames.ours, frames.other),
      target: 0.99,
    },
    {
      name: "processors kept busy while recording, against a bare MediaRecorder and its picture",
      ours: `${median(cores.ours).toFixed(2)} cores`,
      other: `${median(cores.other).toFixed(2)} cores`,
      ratio: ratio(cores.other, cores.ours),
    },
  ];
}

async function openCamera(page: Page, sayso: Sayso, client: ClientRow): Promise<void> {
  await page.goto(new URL(`/record/${client.custom_slug}/video`, sayso.url).href);
  await page.getByRole("button", { name: "Grant Camera Access" }).click();
  await page.getByRole("button", { name: "Start Recording" }).waitFor();
}

/** Size at which the page shows the recorded picture. */
async function pictureSize(page: Page, sayso: Sayso, client: ClientRow) {
  await openCamera(page, sayso, client);
  const box = await page.locator("video").boundingBox();
  if (!box) throw new Error("no picture");
  return { width: Math.round(box.width), height: Math.round(box.height) };
}

async function onRecordPage(
  { page, pid }: Browser,
  sayso: Sayso,
  client: ClientRow,
  seconds: number,
): Promise<Cost> {
  await openCamera(page, sayso, client);
  await page.getByRole("button", { name: "Start Recording" }).click();
  const stop = page.getByRole("button", { name: "Stop Recording" });
  await stop.waitFor();
  const cores = await coresBetween(pid, seconds);
  await stop.click();
  await page.getByLabel("Your recorded video").waitFor();
  const file = await until("kept", () => storedRecording(page, client.id));
  return { framesPerSecond: await framesPerSecond(file), cores };
}

async function onBarePage(
  { page, pid }: Browser,
  url: string,
  seconds: number,
  shown: { width: number; height: number },
): Promise<Cost> {
  const bench = await openBench(page, url);
  const recording = bench.evaluateHandle(
    async (it, [length, size]) => it.recordBarely(await it.recordingPlan(), length, size),
    [seconds, shown] as const,
  );
  const cores = await coresBetween(pid, seconds);
  const file = join(tmpdir(), `sayso-bare-${process.pid}`);
  await writeFile(file, await bytesOf(await recording));
  const rate = await framesPerSecond(file);
  await rm(file);
  return { framesPerSecond: rate, cores };
}

/** Average CPU cores in use, measured in the middle of the interval. */
async function coresBetween(pid: number, seconds: number): Promise<number> {
  const edge = Math.min(EDGE_SECONDS, seconds / 4);
  await pause(edge * 1000);
  const cores = await busyCores(pid, seconds - 2 * edge);
  await pause(edge * 1000);
  return cores;
}

/** Frame rate of a recording by its own timestamps. */
async function framesPerSecond(file: string): Promise<number> {
  const args = ["-select_streams", "v", "-show_entries", "packet=pts_time", "-of", "csv=p=0"];
  const { stdout } = await run("ffprobe", ["-v", "error", ...args, file]);
  const times = stdout
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(Number);
  return (times.length - 1) / (Math.max(...times) - Math.min(...times));
}
