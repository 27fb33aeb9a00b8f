import { cases } from "../../support/runtime/thorough.ts";
import { axe } from "../axe.ts";
import { measureShift, shiftOf } from "../layout-shift.ts";
import { watchLoading } from "../page-weight.ts";
import { button, expect } from "../sayso.ts";
import { EMBEDS, openHome, settings, signUpButton, test } from "./home-page.ts";

for (const width of [390, 1280]) {
  test(`BUDGET the home page is at most 150 kB of JavaScript and 400 kB in all, and nothing of it shifts, ${width} px`, async ({
    page,
    sayso,
  }) => {
    await settings(sayso, EMBEDS);
    await page.setViewportSize({ width, height: 844 });
    const loaded = watchLoading(page);
    await measureShift(page);
    await openHome(page);
    // Pictures further down load when they come near the viewport.
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    for (let top = 0; top < height; top += 600) {
      await page.evaluate((to) => window.scrollTo({ top: to, behavior: "instant" }), top);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    }
    const pictures = async () => [...(await loaded()).keys()].filter((name) => name.endsWith(".webp"));
    await expect.poll(async () => (await pictures()).length).toBe(3);
    await page.waitForLoadState("networkidle");
    const sizes = [...(await loaded())];
    const lines = sizes.map(([name, size]) => `${size} ${name}`).join("\n");
    const sum = (wanted: (name: string) => boolean) =>
      sizes.reduce((total, [name, size]) => total + (wanted(name) ? size : 0), 0);
    expect(
      sum((name) => name.endsWith(".js")),
      lines,
    ).toBeLessThanOrEqual(150_000);
    expect(
      sum(() => true),
      lines,
    ).toBeLessThanOrEqual(400_000);
    expect(await pictures()).toHaveLength(3);
    expect(await shiftOf(page)).toBeLessThan(0.02);
  });
}

test("HOM01 axe finds nothing on the home page, and nothing of it is wider than the screen", async ({
  page,
  sayso,
}) => {
  await openHome(page);
  await page.locator("summary").first().click();
  await axe(page, "home, unset, with the answer to a question");
  await signUpButton(page).click();
  await axe(page, "the form with its faults");
  await button(page, "Get the launch discount").click();
  await axe(page, "the dialog");
  await settings(sayso, {
    ...EMBEDS,
    payment_link_standard: "https://pay.example/a",
    payment_link_no_setup: "https://pay.example/b",
  });
  await openHome(page);
  await axe(page, "home, set");
  for (const path of cases(1, ["/sign-up/confirm#a.1.b", "/sign-up/confirm"])) {
    await page.goto("about:blank");
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await axe(page, path);
  }
});
