// Measures layout shifts while a page loads.
import type { Page } from "@playwright/test";

type Measured = { shift: number };
type LayoutShift = PerformanceEntry & { value: number };

/** Sums layout shifts, from the next page load on. */
export async function measureShift(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const measured = Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) measured.shift += (entry as LayoutShift).value;
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** How much has shifted on this page so far. */
export const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as Measured).shift);
