import { button, expect } from "../sayso.ts";
import { EMBEDS, openHome, settings, stubPlayer, test, thirdPartyRequests } from "./home-page.ts";

test("the home page shows its sections in the specified order (HOM01)", async ({ page }) => {
  await openHome(page);
  const parts = [
    page.getByRole("heading", { level: 1 }),
    page.getByRole("region", { name: "Demo video" }),
    page.getByRole("region", { name: "Be there first. Pay less." }),
    page.getByRole("region", { name: "Screenshots" }),
    page.getByRole("heading", { name: "Works on any device" }),
    page.getByRole("heading", { name: "How It Works" }),
    page.locator("blockquote").first(),
    page.getByRole("list", { name: "Video testimonials" }),
    page.getByRole("article", { name: "Standard Plan" }),
    page.locator("details").first(),
    page.getByRole("contentinfo"),
  ];
  const tops: number[] = [];
  for (const part of parts) tops.push((await part.boundingBox())?.y ?? -1);
  expect(tops.every((top) => top >= 0)).toBe(true);
  expect(tops).toEqual(tops.toSorted((one, other) => one - other));
});

test("a phone's first screen says what it is about, and the screenshots match the visitor's theme (HOM02 HOM03)", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openHome(page);
  await expect(page.getByText("40-second video testimonial")).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("link", { name: "Get Started", exact: true })).toBeInViewport({ ratio: 1 });
  await expect(
    page.getByRole("navigation", { name: "Site" }).getByRole("link", { name: "Pricing" }),
  ).toBeInViewport({ ratio: 1 });
  const pictures = page.getByRole("region", { name: "Screenshots" }).getByRole("img");
  await expect(pictures).toHaveCount(3);
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(560);
  }
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expect
      .poll(() => pictures.first().evaluate((image: HTMLImageElement) => image.currentSrc))
      .toMatch(new RegExp(`page-${colorScheme}`));
  }
  await page.getByRole("link", { name: "Try the Demo" }).first().click();
  await expect(page).toHaveURL(/\/demo$/);
});

test("loads the demo video's player, and requests anything from its site, only on click (HOM02)", async ({
  page,
  sayso,
}) => {
  await settings(sayso, EMBEDS);
  const requests = await stubPlayer(page);
  const others = thirdPartyRequests(page);
  await openHome(page);
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  await page.waitForLoadState("networkidle");
  expect(others).toEqual([]);
  await expect(page.locator("iframe")).toHaveCount(0);
  await button(page, "Play: Sayso in action").click();
  const frame = page.locator('iframe[title="Sayso in action"]');
  await expect(frame).toHaveAttribute("src", EMBEDS.embed_demo_video);
  await expect(page.frameLocator('iframe[title="Sayso in action"]').getByText("Playing")).toBeVisible();
  await expect(frame).toBeFocused();
  expect(requests).toEqual([EMBEDS.embed_demo_video]);
});

test("opens one of eighteen questions at a time, and closes it again (HOM09)", async ({ page }) => {
  await openHome(page);
  const questions = page.locator("details");
  await expect(questions).toHaveCount(18);
  const open = page.locator("details[open]");
  await expect(open).toHaveCount(0);
  await questions.nth(0).locator("summary").click();
  await expect(questions.nth(0)).toHaveAttribute("open", "");
  await questions.nth(17).locator("summary").focus();
  await page.keyboard.press("Enter");
  await expect(open).toHaveCount(1);
  await expect(questions.nth(17)).toHaveAttribute("open", "");
  await page.keyboard.press("Enter");
  await expect(open).toHaveCount(0);
});

test("the header's Pricing link works from other pages (RTE01)", async ({ page }) => {
  await page.goto("/terms");
  await page.getByRole("navigation", { name: "Site" }).getByRole("link", { name: "Pricing" }).click();
  await expect(page).toHaveURL(/\/#pricing$/);
  await expect(page.getByRole("heading", { name: "Two plans, one product" })).toBeInViewport();
});

test("a partner's referral link shows the home page and keeps its code (RTE07)", async ({ page }) => {
  await openHome(page, "?ref=ANN10");
  await page.getByRole("link", { name: "Questions", exact: true }).click();
  await expect(page).toHaveURL(/\/\?ref=ANN10#questions$/);
  await expect(page.getByRole("heading", { name: "Questions shops ask us" })).toBeInViewport();
});
