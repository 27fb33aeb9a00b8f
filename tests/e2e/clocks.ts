// A page's clocks and timers, as a test wants them: a machine that is slow, or stands still, must not decide what is seen.
import type { BrowserContext, Page } from "@playwright/test";
import { slowClock as slowly, TIMES_SLOWER } from "../support/browsers/slow-clock.ts";

const COUNTDOWN_MS = 3000;

/** Lets the clock of each page that comes go slowly: what is made there has the time that this machine needs. */
export const slowClock = (of: Page | BrowserContext, times = TIMES_SLOWER) => of.addInitScript(slowly, times);

/** Gives what is made on this page from now on, of a recording that ends, the time that a busy machine needs. */
export const takeTime = (page: Page) => page.evaluate(slowly, TIMES_SLOWER);

/** Lets what waits for seconds on this page wait for a fiftieth of them. */
export const hurryWaits = (page: Page) =>
  page.addInitScript(() => {
    const set = window.setTimeout;
    Object.assign(window, {
      setTimeout: (run: () => void, ms = 0) => set(run, ms >= 1000 ? ms / 50 : ms),
    });
  });

/** Lets no timer of exactly so many milliseconds fire: what the product gives up after them, or hides, stays. */
export const disableTimeouts = (of: Page | BrowserContext, ...lengths: number[]) =>
  of.addInitScript((disabled) => {
    const set = window.setTimeout;
    Object.assign(window, {
      setTimeout: (run: () => void, ms = 0) => (disabled.includes(ms) ? 0 : set(run, ms)),
    });
  }, lengths);

/** Lets timers of exactly so many milliseconds fire after half a second: what the product gives up after them comes soon. */
export const shortenTimeouts = (of: Page | BrowserContext, ...lengths: number[]) =>
  of.addInitScript((shortened) => {
    const set = window.setTimeout;
    Object.assign(window, {
      setTimeout: (run: () => void, ms = 0) => set(run, shortened.includes(ms) ? 500 : ms),
    });
  }, lengths);

/** Stops `performance.now` of a page; answers how to advance it. */
export async function pauseClock(page: Page) {
  await page.evaluate(() => {
    const paused = { now: performance.now() };
    performance.now = () => paused.now;
    Object.assign(window, { advance: (ms: number) => (paused.now += ms) });
  });
  return (ms: number) =>
    page.evaluate((by) => (window as unknown as { advance: (ms: number) => void }).advance(by), ms);
}

/**
 * Stops a page's animations, and with them the ten seconds after which the plain form takes the place of an app that does
 * not come. Answers how to finish them at once.
 */
export async function pauseAnimations(page: Page): Promise<() => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Animation.enable");
  await devtools.send("Animation.setPlaybackRate", { playbackRate: 0 });
  return async () => {
    await page.evaluate(() => document.getAnimations().forEach((animation) => animation.finish()));
    await devtools.send("Animation.setPlaybackRate", { playbackRate: 1 });
    await devtools.detach();
  };
}

/** Moves a page's clock on. */
export const skipTime = (page: Page, ms: number) =>
  page.evaluate((by) => {
    const now = performance.now.bind(performance);
    performance.now = () => now() + by;
  }, ms);

/** Ends the countdown that is running, by a jump of the page's clock. */
export const skipCountdown = (page: Page) => skipTime(page, COUNTDOWN_MS);

type Stalls = { last: number; stalls: { at: number; ms: number }[] };

/** Notes when the pages that come do nothing, by a clock that no test changes. */
export const watchStalls = (of: Page | BrowserContext) =>
  of.addInitScript(() => {
    const watched: Stalls = { last: Date.now(), stalls: [] };
    Object.assign(window, { watched });
    setInterval(() => {
      const now = Date.now();
      watched.stalls.push({ at: now, ms: now - watched.last });
      watched.last = now;
    }, 50);
  });

/** How long in milliseconds a page did nothing at most, of late. */
export const longestStall = (page: Page, ofLateMs = Infinity) =>
  page.evaluate((late) => {
    const { last, stalls } = (window as unknown as { watched: Stalls }).watched;
    const now = Date.now();
    return Math.max(now - last, ...stalls.filter(({ at }) => now - at < late).map(({ ms }) => ms));
  }, ofLateMs);
