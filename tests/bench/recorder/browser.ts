// Chromium with a fake camera, as the browser tests start it, and the memory of all its processes.
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { chromium, type Page } from "@playwright/test";
import { chromiumOptions } from "../../support/browsers/chromium.ts";
import { PATIENCE_MS } from "../../support/runtime/patience.ts";

const SAMPLE_MS = 100;
/** Smaller growth is hidden by memory freed meanwhile. */
const MIN_MEGABYTES = 1;

export type Browser = { pid: number; page: Page };

/** Runs `work` with a fresh browser, and closes it in any case. */
export async function inBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const server = await chromium.launchServer(chromiumOptions);
  try {
    const browser = await chromium.connect(server.wsEndpoint());
    const page = await browser.newPage({ locale: "en-GB" });
    // Measurements may be slow on a busy machine.
    page.setDefaultTimeout(PATIENCE_MS);
    return await work({ pid: server.process().pid ?? 0, page });
  } finally {
    await server.close();
  }
}

/** Runs `work` and measures the peak growth of the browser's memory in MB. */
export async function withPeak<T>(
  pid: number,
  work: () => Promise<T>,
): Promise<{ done: T; megabytes: number }> {
  const before = await residentMegabytes(await treeBelow(pid));
  let peak = before;
  const over = new AbortController();
  const sampling = (async () => {
    while (!over.signal.aborted) {
      // Cameras and codecs may bring processes of their own.
      peak = Math.max(peak, await residentMegabytes(await treeBelow(pid)));
      await pause(SAMPLE_MS);
    }
  })();
  try {
    const done = await work();
    return { done, megabytes: Math.max(MIN_MEGABYTES, peak - before) };
  } finally {
    over.abort();
    await sampling;
  }
}

const TICKS_PER_SECOND = 100;

/** How many processors the browser's processes keep busy during some seconds. */
export async function busyCores(pid: number, seconds: number): Promise<number> {
  const before = await processorSeconds(await treeBelow(pid));
  const began = performance.now();
  await pause(seconds * 1000);
  const used = (await processorSeconds(await treeBelow(pid))) - before;
  return used / ((performance.now() - began) / 1000);
}

async function processorSeconds(pids: number[]): Promise<number> {
  const ticks = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
      // The name, in brackets, may hold spaces; user and system time are the 14th and 15th field.
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
    }),
  );
  return ticks.reduce((sum, ticks1) => sum + ticks1, 0) / TICKS_PER_SECOND;
}

/** A process and all its descendants. */
async function treeBelow(root: number): Promise<number[]> {
  const pids = (await readdir("/proc")).map(Number).filter(Number.isInteger);
  const parents = new Map<number, number>();
  for (const pid of pids) parents.set(pid, await statusOf(pid, "PPid"));
  const isBelow = (pid: number): boolean => pid === root || (pid > 1 && isBelow(parents.get(pid) ?? 0));
  return pids.filter(isBelow);
}

/** Resident memory. Pages that processes share are counted more than once. */
async function residentMegabytes(pids: number[]): Promise<number> {
  const sizes = await Promise.all(pids.map((pid) => statusOf(pid, "VmRSS")));
  return sizes.reduce((sum, size) => sum + size, 0) / 1024;
}

/** A number from the process's status; 0 if it has ended. */
async function statusOf(pid: number, fact: "PPid" | "VmRSS"): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(new RegExp(`^${fact}:\\s+(\\d+)`, "m").exec(status)?.[1] ?? 0);
}
