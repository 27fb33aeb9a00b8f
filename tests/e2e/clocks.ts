// Controls a page's clocks and timers, so that results do not depend on a machine that is slow or hangs.
import type { BrowserContext, Page } from "@playwright/test";
import { slowClock as slowly, TIMES_SLOWER } from "../support/browsers/slow-clock.ts";

const COUNTDOWN_MS = 3000;

/** Slows the clock of each new page, so that its timeouts fit this machine. */
export const slowClock = (of: Page | BrowserContext, times = TIMES_SLOWER) => of.addInitScript(slowly, times);

/** Slows this page's clock from now on, so that finishing has time on a busy machine. */
export const slowPageClock = (page: Page) => page.evaluate(slowly, TIMES_SLOWER);

/** Shortens waits of seconds on this page fiftyfold. */
export const hurryWaits = (page: Page) =>
  page.addInitScript(() => {
    const set = window.setTimeout;
    Object.assign(window, {
      setTimeout: (run: () => void, ms = 0) => set(run, ms >= 1000 ? ms / 50 : ms),
    });
  });

/** Disables timers of exactly these lengths: timeouts after which the product gives up or hides something. */
export const disableTimeouts = (of: Page | BrowserContext, ...lengths: number[]) =>
  of.addInitScript((disabled) => {
    const set = window.setTimeout;
    Object.assign(window, {
      setTimeout: (run: () => void, ms = 0) => (disabled.includes(ms) ? 0 : set(run, ms)),
    });
  }, lengths);

/** Fires timers of exactly these lengths after half a second, to reach the product's timeouts soon. */
export const shortenTimeouts = (of: Page | BrowserContext, ...lengths: number[]) =>
  of.addInitScript((shortened) => {
    const set = window.setTimeout;
    Object.assign(window, {
      setTimeout: (run: () => void, ms = 0) => set(run, shortened.includes(ms) ? 500 : ms),
    });
  }, lengths);

/** Freezes `performance.now` of a page; returns a function that advances it. */
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
 * Pauses a page's animations, including the ten seconds after which the plain form replaces an app that does not load.
 * Returns a function that finishes them at once.
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

/** Advances a page's clock. */
export const skipTime = (page: Page, ms: number) =>
  page.evaluate((by) => {
    const now = performance.now.bind(performance);
    performance.now = () => now() + by;
  }, ms);

/** Ends the countdown that is running, by a jump of the page's clock. */
export const skipCountdown = (page: Page) => skipTime(page, COUNTDOWN_MS);

type Stalls = { last: number; stalls: { at: number; ms: number }[] };

/** Records stalls of new pages, by a clock that tests do not change. */
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

/** A page's longest recent stall in milliseconds. */
export const longestStall = (page: Page, ofLateMs = Infinity) =>
  page.evaluate((late) => {
    const { last, stalls } = (window as unknown as { watched: Stalls }).watched;
    const now = Date.now();
    return Math.max(now - last, ...stalls.filter(({ at }) => now - at < late).map(({ ms }) => ms));
  }, ofLateMs);
