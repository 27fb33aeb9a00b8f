import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { addClient } from "../../support/clients.ts";
import { button, expect, fillIn, record, test } from "../sayso.ts";

async function axe(page: Page, where: string) {
  // Fades and toasts are over: what is measured is what stays.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .map((animation) =>
          animation.effect?.getTiming().iterations === Infinity ? null : animation.finished.catch(() => null),
        ),
    ),
  );
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    .analyze();
  expect(violations.map((v) => `${where}: ${v.id} ${v.nodes.map((n) => n.target).join(" ")}`)).toEqual([]);
}

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [390, 1280]) {
    test(`REC01 axe finds nothing on the record pages, ${colorScheme}, ${width} px`, async ({
      page,
      client,
      sayso,
    }) => {
      test.setTimeout(90_000);
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme });
      const blocked = await addClient(sayso, { status: "suspended" });
      for (const path of [
        "/",
        "/terms",
        "/privacy",
        "/nothing",
        "/record/nobody",
        `/record/${blocked.custom_slug}`,
        `/record/${client.custom_slug}`,
      ]) {
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await axe(page, path);
      }
      await page.goto(`/record/${client.custom_slug}/video`);
      await expect(button(page, "Grant Camera Access")).toBeVisible();
      await axe(page, "welcome");
      await record(page, 1);
      await axe(page, "take");
      await page.getByRole("link", { name: "Back to Corner Shop" }).click();
      await expect(page.getByRole("dialog", { name: "Leave without sending?" })).toBeVisible();
      await axe(page, "leave");
      await button(page, "Stay here").click();
      await fillIn(page, { name: "?" });
      await button(page, "Submit Testimonial").click();
      await expect(page.getByText("Name contains invalid characters")).toBeVisible();
      await axe(page, "errors");
      await page.getByRole("textbox", { name: "Name" }).fill("Ann");
      await button(page, "Submit Testimonial").click();
      await expect(page.getByRole("dialog", { name: "Thank you!" })).toBeVisible({ timeout: 20_000 });
      await axe(page, "thanks");
    });
  }
}
