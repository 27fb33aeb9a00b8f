// A customer's actions on the video page, by role and name.
import type { ElementHandle, Page } from "puppeteer-core";
import { MAY_STOP_MS, SENDABLE_MS } from "../support/browsers/recording-times.ts";
import { PATIENCE_MS } from "../support/runtime/patience.ts";
import { slowClock, TIMES_SLOWER } from "../support/browsers/slow-clock.ts";

const PATIENCE = { timeout: PATIENCE_MS };
const COUNTDOWN_MS = 3000;

/** The first element of this role and name that can be seen. */
export const shown = (page: Page, role: string, name: string) =>
  page.waitForSelector(`::-p-aria([name="${name}"][role="${role}"])`, { visible: true, ...PATIENCE });

/** Waits until the page shows a text. */
export const waitForText = (page: Page, words: string) =>
  page.waitForFunction((wanted) => document.body.innerText.includes(wanted), PATIENCE, words);

const button = (page: Page, name: string) => page.locator(`::-p-aria([name="${name}"][role="button"])`);

export const press = (page: Page, name: string) =>
  button(page, name)
    // A page that encodes video paints too seldom to wait for two equal frames.
    .setWaitForStableBoundingBox(false)
    .setTimeout(PATIENCE.timeout)
    .click();

const untilEnabled = (page: Page, name: string) =>
  button(page, name)
    .filter((element) => !element.matches(':disabled, [aria-disabled="true"]'))
    .setTimeout(PATIENCE.timeout)
    .wait();

export const untilSecond = (page: Page, second: number) =>
  page.waitForFunction(
    (wanted) => Number(/0:(\d\d) \/ 0:40/.exec(document.body.innerText)?.[1] ?? -1) >= wanted,
    { ...PATIENCE, polling: 100 },
    second,
  );

const skipTime = (page: Page, ms: number) =>
  page.evaluate((by) => {
    const now = performance.now.bind(performance);
    performance.now = () => now() + by;
  }, ms);

/** Opens the camera and records until the clock has reached a second. */
export async function beginRecording(page: Page, second: number): Promise<void> {
  await press(page, "Grant Camera Access");
  await press(page, "Start Recording");
  await skipTime(page, COUNTDOWN_MS);
  await untilSecond(page, second);
}

/** Opens the camera and records until the limit; slows the clock for the finishing that follows. */
export async function recordToLimit(page: Page): Promise<void> {
  await beginRecording(page, 0);
  await waitForText(page, "Watch it back");
  await slowPageClock(page);
}

/** Opens the camera, records for `seconds`, or the minimum that can be sent, and stops. */
export async function record(page: Page, seconds = 0): Promise<void> {
  await beginRecording(page, 0);
  const ms = Math.max(seconds * 1000, SENDABLE_MS);
  const end = Date.now() + ms;
  await page.waitForFunction((moment) => Date.now() >= moment, { ...PATIENCE, polling: 50 }, end);
  if (ms < MAY_STOP_MS) await skipTime(page, MAY_STOP_MS - ms);
  await stopRecording(page);
}

/** Stops, and waits for the recording. */
export async function stopRecording(page: Page): Promise<void> {
  await pressStop(page);
  await waitForText(page, "Watch it back");
}

/** Stops, with a slowed clock for the finishing that follows. */
async function pressStop(page: Page): Promise<void> {
  // Before the clock is slowed: stopping is allowed from a certain second on, which would then take several times as
  // long.
  await untilEnabled(page, "Stop Recording");
  await slowPageClock(page);
  await press(page, "Stop Recording");
}

/** Continues with the take found on the device. */
export async function resume(page: Page): Promise<void> {
  await shown(page, "button", "Continue with it");
  await slowPageClock(page);
  await press(page, "Continue with it");
}

/** Slows the page's clock, so that timeouts fit this machine. */
const slowPageClock = (page: Page) => page.evaluate(slowClock, TIMES_SLOWER);

/** Chooses a video from the device. */
export async function choose(page: Page, file: string): Promise<void> {
  const labelled = '//input[@id = //label[normalize-space() = "Upload a video instead"]/@for]';
  const input = await page.waitForSelector(`::-p-xpath(${labelled})`, PATIENCE);
  await slowPageClock(page);
  await (input as ElementHandle<HTMLInputElement>).uploadFile(file);
}

/** Waits until finishing has reached this percentage. */
export const untilPrepared = (page: Page, percent: number) =>
  page.waitForFunction(
    (wanted) => (document.querySelector("progress")?.value ?? -1) >= wanted,
    { ...PATIENCE, polling: 50 },
    percent,
  );

/** Fills the form in, sends it and waits for the thanks. */
export async function submit(page: Page): Promise<void> {
  for (const [name, text] of [
    ["Name", "Ann Example"],
    ["Email", "ann@example.com"],
  ] as const) {
    const field = await shown(page, "textbox", name);
    await field?.type(text);
  }
  for (const box of await page.$$('::-p-aria([role="checkbox"])')) await box.click();
  await press(page, "Submit Testimonial");
  await shown(page, "dialog", "Thank you!");
}
