// Whether the recorder's page - live picture, sound meter, picture check, spool - costs frames of the recording.
import { execFile } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { addClient, type ClientRow } from "../../support/clients.ts";
import { storedRecording } from "../../support/indexeddb.ts";
import { startWorker, until, type Sayso } from "../../support/worker.ts";
import type { ByExtent, Extent } from "../extent.ts";
import { alternate, median, ratio } from "../rounds.ts";
import type { Row } from "../table.ts";
import { inBrowser } from "./browser.ts";
import { bytesOf, openBench, withMediaPage } from "./media-page.ts";

const run = promisify(execFile);
const SECONDS: ByExtent<number> = { full: 15, short: 2 };
const PAIRS: ByExtent<number> = { full: 5, short: 1 };

export async function recorderFrames(extent: Extent): Promise<Row[]> {
  const sayso = await startWorker({ ownOrigin: true });
  const client = await addClient(sayso, { watermark_enabled: 1, watermark_text: "Blue Door" });
  const seconds = SECONDS[extent];
  const kept = await withMediaPage((url) =>
    alternate(
      {
        ours: () => inBrowser(({ page }) => onRecordPage(page, sayso, client, seconds)),
        other: () => inBrowser(({ page }) => onBarePage(page, url, seconds)),
      },
      PAIRS[extent],
    ),
  );
  await sayso.close();
  return [
    {
      name: "frames kept while recording, against a bare MediaRecorder",
      ours: `${median(kept.ours).toFixed(2)} frames/s`,
      other: `${median(kept.other).toFixed(2)} frames/s`,
      ratio: ratio(kept.ours, kept.other),
      target: 0.99,
    },
  ];
}

async function onRecordPage(page: Page, sayso: Sayso, client: ClientRow, seconds: number): Promise<number> {
  const button = (name: string) => page.getByRole("button", { name });
  await page.goto(new URL(`/record/${client.custom_slug}/video`, sayso.url).href);
  await button("Grant Camera Access").click();
  await button("Start Recording").click();
  await button("Stop Recording").waitFor();
  await page.waitForTimeout(seconds * 1000);
  await button("Stop Recording").click();
  await page.getByLabel("Your recorded video").waitFor();
  return framesPerSecond(await until("kept", () => storedRecording(page, client.id)));
}

async function onBarePage(page: Page, url: string, seconds: number): Promise<number> {
  const bench = await openBench(page, url);
  const film = await bench.evaluateHandle(
    async (it, length) => it.recordBarely(await it.recordingPlan(), length),
    seconds,
  );
  const file = join(tmpdir(), `sayso-bare-${process.pid}`);
  await writeFile(file, await bytesOf(film));
  const rate = await framesPerSecond(file);
  await rm(file);
  return rate;
}

/** Of a recording, by its own clock. */
async function framesPerSecond(file: string): Promise<number> {
  const wish = ["-select_streams", "v", "-show_entries", "packet=pts_time", "-of", "csv=p=0"];
  const { stdout } = await run("ffprobe", ["-v", "error", ...wish, file]);
  const times = stdout
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(Number);
  return (times.length - 1) / (Math.max(...times) - Math.min(...times));
}
