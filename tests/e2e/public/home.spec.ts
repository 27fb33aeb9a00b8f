import { button, expect } from "../sayso.ts";
import { answerPlayer, EMBEDS, openHome, plan, PLAYER, settings, strangers, test } from "./home-page.ts";

test("HOM01 the home page comes in its order, from the hero to the footer", async ({ page }) => {
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

test("HOM02 the first screen of a phone says what it is about", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openHome(page);
  await expect(page.getByText("40-second video testimonial")).toBeInViewport({ ratio: 1 });
});

test("HOM02 HOM08 INV47 an address in the settings that is none is as good as unset", async ({
  page,
  sayso,
}) => {
  await settings(sayso, {
    embed_demo_video: "https://player.example:99999/v",
    embed_testimonial_1: "http://player.example/one",
    embed_testimonial_2: "https://",
    payment_link_standard: "https://pay.example:99999/standard",
    payment_link_no_setup: "javascript:alert(1)",
  });
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await openHome(page);
  await expect(button(page, "Play it step by step")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Play: / })).toHaveCount(0);
  for (const name of ["Standard Plan", "No Setup Plan"])
    await expect(plan(page, name).getByRole("link", { name: "Get Started" })).toHaveAttribute(
      "href",
      `mailto:support@sayso.example?subject=${encodeURIComponent(name)}`,
    );
});

test("HOM02 the demo video's frame comes with a click, and nothing is asked of its site before", async ({
  page,
  sayso,
}) => {
  await settings(sayso, EMBEDS);
  const asked = await answerPlayer(page);
  const others = strangers(page);
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
  expect(asked).toEqual([EMBEDS.embed_demo_video]);
});

test("HOM02 without a demo video its place tells the same in drawings", async ({ page }) => {
  await openHome(page);
  const slot = page.getByRole("region", { name: "Demo video" });
  await expect(slot.getByRole("listitem")).toHaveText([/^You ask/, /^They talk/, /^You have it/]);
  await expect(
    button(page, "Play it step by step"),
    "nothing moves for whom motion is too much",
  ).toBeHidden();
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await button(page, "Play it step by step").click();
  await expect(slot.getByText("You have it")).toBeVisible();
  await expect(page.locator("iframe")).toHaveCount(0);
});

test("HOM03 three screenshots of the product stand with the way to the demo", async ({ page }) => {
  await openHome(page);
  const pictures = page.getByRole("region", { name: "Screenshots" }).getByRole("img");
  await expect(pictures).toHaveCount(3);
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(560);
  }
  await page.getByRole("link", { name: "Try the Demo" }).click();
  await expect(page).toHaveURL(/\/demo$/);
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`HOM03 the screenshots are those of the visitor's theme, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await openHome(page);
    const picture = page.getByRole("region", { name: "Screenshots" }).getByRole("img").first();
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.currentSrc))
      .toMatch(new RegExp(`page-${colorScheme}`));
  });
}

test("HOM04 three blurbs: any device, safe storage as the GDPR asks, ready to share", async ({ page }) => {
  await openHome(page);
  const blurbs = page.getByRole("region", { name: /Made for the shop/ }).getByRole("listitem");
  await expect(blurbs).toHaveText([/any device/, /safely.*GDPR/, /share.*cloud-drive folder/]);
});

test("HOM05 How It Works has three steps", async ({ page }) => {
  await openHome(page);
  await expect(page.getByRole("region", { name: "How It Works" }).getByRole("listitem")).toHaveCount(3);
});

test("HOM06 two quotes, then four video testimonials that play on a click", async ({ page, sayso }) => {
  await settings(sayso, EMBEDS);
  const asked = await answerPlayer(page);
  await openHome(page);
  await expect(page.locator("blockquote")).toHaveCount(2);
  const slots = page.getByRole("list", { name: "Video testimonials" }).getByRole("listitem");
  await expect(slots).toHaveCount(4);
  for (const [index, address] of ["one", "two", "three", "four"].entries()) {
    await slots
      .nth(index)
      .getByRole("button", { name: `Play: Video testimonial ${index + 1}` })
      .click();
    await expect(slots.nth(index).locator("iframe")).toHaveAttribute("src", `${PLAYER}/${address}`);
  }
  await expect.poll(() => asked.length).toBe(4);
});

test("HOM06 a testimonial that is not there is not made up", async ({ page, sayso }) => {
  await settings(sayso, { embed_testimonial_2: EMBEDS.embed_testimonial_2 });
  await openHome(page);
  const slots = page.getByRole("list", { name: "Video testimonials" }).getByRole("listitem");
  await expect(slots).toHaveCount(4);
  await expect(slots.getByRole("button")).toHaveCount(1);
  await expect(slots.nth(1).getByRole("button", { name: "Play: Video testimonial 2" })).toBeVisible();
  await expect(slots.nth(0)).toHaveText("What did you come in for?");
});

for (const [set, title, lead] of [
  [0, "Four questions that get people talking", /there are no customer videos to show/],
  [1, "Hear it said, then ask your own", /More are on the way/],
  [3, "Hear it said, then ask your own", /More are on the way/],
  [4, "Hear it from them", /^Customers of shops like yours, in their own words\.$/],
] as const) {
  test(`HOM06 with ${set} of four testimonials the page says what is there`, async ({ page, sayso }) => {
    const addresses = Object.entries(EMBEDS).filter(([key]) => key.startsWith("embed_testimonial"));
    await settings(sayso, Object.fromEntries(addresses.slice(0, set)));
    await openHome(page);
    const section = page.getByRole("region", { name: title });
    await expect(section.getByRole("button", { name: /^Play: / })).toHaveCount(set);
    await expect(section.locator("p").filter({ hasText: lead })).toBeVisible();
  });
}

test("HOM09 of eighteen questions at most one is open, and it closes again", async ({ page }) => {
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

test("HOM10 the footer names who provides the service and where to turn", async ({ page, sayso }) => {
  await settings(sayso, { support_url: "https://help.example/sayso" });
  await openHome(page);
  const footer = page.getByRole("contentinfo");
  await expect(footer).toContainText(`© ${new Date().getFullYear()} Shopfront Software Ltd`);
  await expect(footer).toContainText("Sayso is a service provided by Shopfront Software Ltd.");
  for (const [name, address] of [
    ["Shopfront Software Ltd", "https://shopfront.example"],
    ["Terms of Use", "/terms"],
    ["Privacy Policy", "/privacy"],
    ["Support", "https://help.example/sayso"],
    ["Contact", "mailto:hello@sayso.example"],
  ] as const) {
    await expect(footer.getByRole("link", { name, exact: true })).toHaveAttribute("href", address);
  }
});

test("RTE07 a partner's address shows the home page", async ({ page }) => {
  await openHome(page, "?ref=ANN10");
  await page.getByRole("link", { name: "Questions", exact: true }).click();
  await expect(page).toHaveURL(/\/\?ref=ANN10#questions$/);
  await expect(page.getByRole("heading", { name: "Questions shops ask us" })).toBeInViewport();
});
