// What axe finds on a page that has come to rest.
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./sayso.ts";

export const TOASTS = "[data-sonner-toast]";

/** What stays on the screen: toasts and fades are over. */
export async function axe(page: Page, where: string): Promise<void> {
  await expect(page.locator(TOASTS)).toHaveCount(0, { timeout: 15_000 });
  await settle(page);
  await findNothing(new AxeBuilder({ page }), where);
}

export async function settle(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .map((animation) =>
          animation.effect?.getTiming().iterations === Infinity ? null : animation.finished.catch(() => null),
        ),
    ),
  );
}

export async function findNothing(builder: AxeBuilder, where: string): Promise<void> {
  const { violations } = await builder
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    .analyze();
  expect(violations.map((v) => `${where}: ${v.id} ${v.nodes.map((n) => n.target).join(" ")}`)).toEqual([]);
}
