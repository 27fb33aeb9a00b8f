// Time on a page that goes as a test wants it to, so that none is lost where a machine stands still.
import type { BrowserContext, Page } from "@playwright/test";
import { button, untilSecond } from "./sayso.ts";

/** Lets what gives up after so many milliseconds wait for ever: a machine may stand still as long as that. */
export const waitForEver = (of: Page | BrowserContext, ...forWaitsOf: number[]) =>
  of.addInitScript((waits) => {
    const set = window.setTimeout;
    Object.assign(window, {
      setTimeout: (run: () => void, ms = 0) => (waits.includes(ms) ? 0 : set(run, ms)),
    });
  }, forWaitsOf);

/** Stops the page's clock; from here on it goes only as far as it is told to. */
export async function holdClock(page: Page) {
  await page.evaluate(() => {
    const held = { now: performance.now() };
    performance.now = () => held.now;
    Object.assign(window, { goOn: (ms: number) => (held.now += ms) });
  });
  return (ms: number) =>
    page.evaluate((by) => (window as unknown as { goOn: (ms: number) => void }).goOn(by), ms);
}

/** Starts a recording on a page whose clock is held, and sees each number of the countdown. */
export async function startByHeldClock(page: Page, goOn: (ms: number) => Promise<void>): Promise<void> {
  await button(page, "Start Recording").click();
  for (const left of [3, 2, 1]) {
    await page.waitForFunction(
      (number) => new RegExp(`Recording starts in\\.\\.\\.\\s*${number}`).test(document.body.innerText),
      left,
      { polling: 100 },
    );
    await goOn(1000);
  }
  await untilSecond(page, 0);
}
