// What axe finds on a page that has come to rest, on a phone and at a desk, by day and by night.
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./sayso.ts";

const TOASTER = "[data-sonner-toaster]";
const WIDTHS = [390, 1280] as const;
const SCHEMES = ["light", "dark"] as const;

/** What stays on the screen: fades are over, and toasts are out of the way. */
export function axe(page: Page, where: string): Promise<void> {
  return inEachDress(page, async (dress) => {
    await toasts(page, "none");
    await findNothing(page, new AxeBuilder({ page }), `${where}, ${dress}`);
    expect(await tooWide(page), `${where}, ${dress}: wider than the screen`).toBe(false);
    await toasts(page, "");
  });
}

/** A toast, kept from fading by the pointer that rests on it. */
export function axeOnToast(page: Page, where: string): Promise<void> {
  return inEachDress(page, async (dress) => {
    await page.locator("[data-sonner-toast]").first().hover();
    await findNothing(page, new AxeBuilder({ page }).include(TOASTER), `${where}, ${dress}`);
    await page.mouse.move(0, 0);
  });
}

/** At each width and in each scheme; then as it was before. */
export async function inEachDress(page: Page, look: (dress: string) => Promise<void>): Promise<void> {
  const before = page.viewportSize();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 });
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      await look(`${width} px, ${colorScheme}`);
    }
  }
  await page.emulateMedia({ colorScheme: null });
  if (before) await page.setViewportSize(before);
}

const toasts = (page: Page, display: "none" | "") =>
  page
    .locator(TOASTER)
    .evaluateAll((all, shown) => all.forEach((toaster) => (toaster.style.display = shown)), display);

const tooWide = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);

async function findNothing(page: Page, builder: AxeBuilder, where: string): Promise<void> {
  await settle(page);
  const { violations } = await builder
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    // No page holds a frame of another origin here: nothing has to be carried into a second tab.
    .setLegacyMode()
    .analyze();
  expect(violations.map((v) => `${where}: ${v.id} ${v.nodes.map((n) => n.target).join(" ")}`)).toEqual([]);
}

/** A theme or a width changes by transitions too. Polled: one that is cut short may never call itself finished. */
async function settle(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document
        .getAnimations()
        .every(
          ({ playState, effect }) => playState !== "running" || effect?.getTiming().iterations === Infinity,
        ),
    undefined,
    { polling: 50 },
  );
}
