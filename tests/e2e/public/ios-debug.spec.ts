import type { Page } from "@playwright/test";
import { axe } from "../axe.ts";
import { button, expect, test } from "../sayso.ts";

/** A value in the device table. */
const fact = (page: Page, name: string) =>
  page
    .locator("dl > div")
    .filter({ has: page.locator("dt", { hasText: new RegExp(`^${name}$`) }) })
    .locator("dd");

const verdict = (page: Page) => page.getByRole("main").getByRole("alert");

test("confirms a browser that can record, with all that is known of it; axe finds nothing (DIA01 DIA02 DIA08 ENT12)", async ({
  page,
}) => {
  await page.goto("/ios-debug");
  await expect(page).toHaveTitle("iOS Diagnostics");
  await expect(verdict(page).getByRole("heading")).toHaveText("iOS Compatibility Confirmed");
  const best = await page.evaluate(
    () =>
      [
        ...["42E01F", "4D401F", "64001F"].map((profile) => `video/mp4;codecs=avc1.${profile},mp4a.40.2`),
        ...["42E01F", "4D401F", "64001F"].map((profile) => `video/mp4;codecs=avc1.${profile},opus`),
        "video/webm;codecs=vp8,opus",
      ].find((type) => MediaRecorder.isTypeSupported(type)) ?? "",
  );
  expect(best).not.toBe("");
  await expect(verdict(page)).toContainText(best);
  await expect(fact(page, "isIOS")).toHaveText("No");
  await expect(fact(page, "isSafari")).toHaveText("No");
  await expect(fact(page, "Valid")).toHaveText("Yes");
  await expect(fact(page, "Best codec")).toHaveText(best);
  await expect(fact(page, "MediaRecorder")).toHaveText("Available");
  await expect(fact(page, "getUserMedia")).toHaveText("Available");
  await expect(fact(page, "Touch points")).toHaveText(
    String(await page.evaluate(() => navigator.maxTouchPoints)),
  );
  await expect(fact(page, "User agent")).toHaveText(await page.evaluate(() => navigator.userAgent));

  const codecs = page.getByRole("region", { name: "Supported codecs" }).getByRole("listitem");
  await expect(codecs.filter({ hasText: best })).toHaveText(`${best}Best`);
  await expect(codecs.filter({ hasText: "video/webm;codecs=vp8,opus" })).toHaveCount(1);
  const tips = page.getByRole("region", { name: "Troubleshooting tips" });
  await expect(tips.getByRole("listitem").first()).toBeVisible();
  await expect(tips.getByRole("link", { name: "our support" })).toHaveAttribute("href", /^mailto:/);

  await button(page, "Run All Tests").click();
  await expect(page.getByRole("list", { name: "Test results" })).toBeVisible();
  await axe(page, "results");
});
