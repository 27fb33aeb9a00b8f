// A take on the record page in each engine: recorded with the engine's own made-up camera, finished with a watermark.
import { performance } from "node:perf_hooks";
import type { Browser, Page } from "puppeteer-core";
import type { WebDriver } from "selenium-webdriver";
import { launchFirefox } from "../../firefox/browsers.ts";
import * as puppeteer from "../../firefox/customer.ts";
import { addClient } from "../../support/people/owner/clients.ts";
import { deliveredVideo } from "../../support/people/customer/delivered.ts";
import { WITH_WATERMARK } from "../../support/films/finished-film.ts";
import { launchChromium } from "../../support/browsers/launch-chromium.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";
import { startWebKit } from "../../webkit/browser.ts";
import * as webdriver from "../../webkit/customer.ts";
import { median, ratio } from "../rounds.ts";
import type { Row } from "../table.ts";
import { withPeak } from "./browser.ts";

const ROUNDS = 3;

/** A page in its own browser; `pid`: the parent of all the browser's processes. */
export type Visit = {
  pid: number;
  open: (address: string) => Promise<unknown>;
  record: (seconds: number) => Promise<void>;
  /** 40 seconds, up to the recorder's limit. */
  recordToLimit: () => Promise<void>;
  finished: () => Promise<unknown>;
  submit: () => Promise<void>;
};
type Browsing = { visit: Visit; close: () => Promise<void> };

/** `seconds` from the end of the recording to the finished file. */
export type Outcome = {
  seconds: number;
  megabytes: number;
  bytes: number;
  frameRate: number;
  /** Why it was sent as it was recorded, if it was. */
  unfinished: string | null;
};

/** Engines installed on this machine. */
const OTHERS: Record<string, () => Promise<Browsing>> = {
  ...(process.env.SAYSO_FIREFOX && { Firefox: () => inPuppeteer(launchFirefox()) }),
  ...(process.env.SAYSO_WEBKIT_PLUGINS && { WebKit: inWebKit }),
};

/** Full runs only: Firefox and WebKit run the short version beside their own tests. One part per installed engine. */
export const recorderEngines: Record<string, () => Promise<Row[]>> = Object.fromEntries(
  Object.entries(OTHERS).map(([name, start]) => [`recorder engines ${name}`, () => against(name, start)]),
);

async function against(name: string, start: () => Promise<Browsing>): Promise<Row[]> {
  const sayso = await startWorker({ ownOrigin: true });
  const otherOutcomes: Outcome[] = [];
  const chromium: Outcome[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    otherOutcomes.push(await measureIn(sayso, start));
    chromium.push(await measureIn(sayso, () => inPuppeteer(launchChromium())));
  }
  await sayso.close();
  const seconds = (outcomes: Outcome[]) => outcomes.map((outcome) => outcome.seconds);
  return [
    {
      name: `finish what ${name} recorded for 40 s, against Chromium and what it recorded`,
      ours: summary(otherOutcomes),
      other: summary(chromium),
      ratio: ratio(seconds(chromium), seconds(otherOutcomes)),
    },
  ];
}

async function measureIn(sayso: Sayso, start: () => Promise<Browsing>): Promise<Outcome> {
  const { visit, close } = await start();
  try {
    return await measureOn(sayso, visit, visit.recordToLimit);
  } finally {
    await close();
  }
}

/** Records for a business with a watermark, finishes and submits. */
export async function measureOn(sayso: Sayso, visit: Visit, record: () => Promise<void>): Promise<Outcome> {
  const client = await addClient(sayso, WITH_WATERMARK);
  await visit.open(new URL(`/record/${client.custom_slug}/video`, sayso.url).href);
  const { done, megabytes } = await withPeak(visit.pid, async () => {
    await record();
    const stopped = performance.now();
    await visit.finished();
    return (performance.now() - stopped) / 1000;
  });
  await visit.submit();
  const { row } = await deliveredVideo(sayso, client);
  return {
    seconds: done,
    megabytes,
    bytes: row.size_bytes,
    frameRate: row.frame_rate,
    unfinished: row.unfinished,
  };
}

async function inPuppeteer(launched: Promise<Browser>): Promise<Browsing> {
  const browser = await launched;
  const page = await browser.newPage();
  return { visit: visitByPuppeteer(page, browser.process()?.pid ?? 0), close: () => browser.close() };
}

export const visitByPuppeteer = (page: Page, pid: number): Visit => ({
  pid,
  open: (address) => page.goto(address),
  record: (seconds) => puppeteer.record(page, seconds),
  recordToLimit: () => puppeteer.recordToLimit(page),
  finished: () => puppeteer.waitForText(page, "Ready to send"),
  submit: () => puppeteer.submit(page),
});

async function inWebKit(): Promise<Browsing> {
  const webkit = await startWebKit();
  return { visit: visitByWebDriver(await webkit.open(), webkit.pid), close: () => webkit.close() };
}

export const visitByWebDriver = (page: WebDriver, pid: number): Visit => ({
  pid,
  open: (address) => page.get(address),
  record: (seconds) => webdriver.record(page, seconds),
  recordToLimit: () => webdriver.recordToLimit(page),
  finished: () => webdriver.waitForText(page, "Ready to send"),
  submit: () => webdriver.submit(page),
});

function summary(outcomes: Outcome[]): string {
  const of = (fact: "seconds" | "megabytes" | "bytes" | "frameRate") =>
    median(outcomes.map((outcome) => outcome[fact]));
  const reasons = new Set(outcomes.flatMap(({ unfinished }) => unfinished ?? []));
  const unfinished = reasons.size > 0 ? `; sent as recorded: ${[...reasons].join(", ")}` : "";
  const file = `${(of("bytes") / 1e6).toFixed(1)} MB, ${of("frameRate")} frames/s`;
  return `${of("seconds").toFixed(2)} s, ${of("megabytes").toFixed(0)} MB of memory; ${file}${unfinished}`;
}
