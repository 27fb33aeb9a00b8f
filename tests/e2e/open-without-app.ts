// Opens a page whose app has not loaded yet.
import type { Page } from "@playwright/test";
import { pauseAnimations } from "./clocks.ts";

/** The chunk with React. */
export const VENDOR = /\/vendor\.js$/;

/** Opens a page while React's chunk is held; returns a function that releases it. */
export async function openWithoutApp(page: Page, path: string, { waits = true } = {}): Promise<() => void> {
  let release = () => undefined as void;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(VENDOR, async (route) => {
    await held;
    await route.continue();
  });
  if (waits) await pauseAnimations(page);
  await page.goto(path, { waitUntil: "commit" });
  return release;
}
