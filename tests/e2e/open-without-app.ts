// A record page whose app is still on its way.
import type { Page } from "@playwright/test";

/** What brings React. */
export const VENDOR = /\/vendor\.js$/;

/**
 * Lets the time that the app has stand still: on a busy machine a camera alone may take as long. Answers how to let it
 * pass at once.
 */
export async function stopTheClock(page: Page): Promise<() => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Animation.enable");
  await devtools.send("Animation.setPlaybackRate", { playbackRate: 0 });
  return async () => {
    await page.evaluate(() => document.getAnimations().forEach((animation) => animation.finish()));
    await devtools.send("Animation.setPlaybackRate", { playbackRate: 1 });
    await devtools.detach();
  };
}

/** Opens a page with React on its way; answers how to let it come. */
export async function openWithoutApp(page: Page, path: string, { waits = true } = {}): Promise<() => void> {
  let release = () => undefined as void;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(VENDOR, async (route) => {
    await held;
    await route.continue();
  });
  if (waits) await stopTheClock(page);
  await page.goto(path, { waitUntil: "commit" });
  return release;
}
