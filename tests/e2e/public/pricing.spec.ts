import { button, expect } from "../sayso.ts";
import { answerPlayer, EMBEDS, openHome, plan, settings, test } from "./home-page.ts";

test("HOM07 TRM08 TRM09 TRM10 TRM11 two plans with their prices, what they hold, and the terms", async ({
  page,
}) => {
  await openHome(page);
  await expect(page.getByRole("article")).toHaveCount(2);
  const standard = plan(page, "Standard Plan");
  const noSetup = plan(page, "No Setup Plan");
  await expect(standard.getByRole("definition")).toHaveText(["£29", "£199"]);
  await expect(noSetup.getByRole("definition")).toHaveText(["£39", "£0"]);
  await expect(noSetup.getByText("Popular Choice")).toBeVisible();
  await expect(standard.getByText("Popular Choice")).toHaveCount(0);
  for (const card of [standard, noSetup]) {
    await expect(card.getByRole("listitem")).toHaveText([
      /delivered in 2-3 business days/,
      "50 video credits a month",
      "Unlimited storage",
      "Notifications by email",
    ]);
    await expect(card.getByText("No commitment. Cancel any time.")).toBeVisible();
    await expect(card.getByRole("link", { name: /^Get Started/ })).toBeVisible();
    await expect(card.getByRole("link", { name: "Terms & Conditions" })).toHaveAttribute("href", "/terms");
  }
  await expect(page.getByText(/pounds sterling \(GBP\)/)).toBeVisible();
});

test("HOM08 RTE11 each Get Started opens the payment page of its own plan in a new tab", async ({
  page,
  context,
  sayso,
}) => {
  await settings(sayso, {
    payment_link_standard: "https://pay.example/standard",
    payment_link_no_setup: "https://pay.example/no-setup",
  });
  await context.route("https://pay.example/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "<h1>Pay</h1>" }),
  );
  await openHome(page);
  for (const [name, address] of [
    ["Standard Plan", "https://pay.example/standard"],
    ["No Setup Plan", "https://pay.example/no-setup"],
  ] as const) {
    const opened = context.waitForEvent("page");
    await plan(page, name).getByRole("link", { name: "Get Started" }).click();
    const tab = await opened;
    await expect(tab).toHaveURL(address);
    expect(await tab.evaluate(() => window.opener)).toBeNull();
    await tab.close();
  }
});

test("HOM07 HOM08 a plan without a payment page says so and leads to support, in a mail about that plan", async ({
  page,
  sayso,
}) => {
  await settings(sayso, { payment_link_standard: "https://pay.example/standard" });
  await openHome(page);
  const start = plan(page, "No Setup Plan").getByRole("link", { name: "Get Started" });
  await expect(start).toHaveAccessibleName("Get Started by email for the No Setup Plan");
  await expect(start).toHaveAttribute("href", "mailto:support@sayso.example?subject=No%20Setup%20Plan");
  await expect(start).toHaveAccessibleDescription(/You cannot pay online yet/);
  await expect(plan(page, "Standard Plan").getByRole("link", { name: "Get Started" })).toHaveAttribute(
    "href",
    "https://pay.example/standard",
  );
});

test("TRM12 TRM13 the footnote, the answers and the terms give the same figures", async ({ page }) => {
  await openHome(page);
  await expect(
    page.getByText(/Delivered videos stay in your cloud-drive folder for up to 6 months/),
  ).toBeVisible();
  await expect(
    page.getByText(/After you cancel you have 14 days to do so, then the videos are deleted/),
  ).toBeVisible();
  const texts = (await page.locator("details").allTextContents()).join("\n");
  for (const words of [
    /stay in your folder for up to 6 months/,
    /keep access for 14 more days.*then the videos are deleted/,
    /deleted within 24 hours/,
    /up to 40 seconds/,
    /£199 once and £29 a month/,
    /reply within 24 hours/,
  ]) {
    expect(texts).toMatch(words);
  }
  const all = await page.getByRole("main").innerText();
  expect(`${all}\n${texts}`).not.toMatch(/12 months|1 year/);
  expect(`${all}\n${texts}`, "a business may be given fewer").not.toMatch(/for 6 months/);
  await page.goto("/terms");
  const terms = page.getByRole("main");
  await expect(terms).toContainText("6 months at most");
  await expect(terms).toContainText("14 more days after cancellation");
  await expect(terms).toContainText("within 24 hours");
});

test("RTE01 from another page the header leads to the prices", async ({ page }) => {
  await page.goto("/terms");
  await page.getByRole("navigation", { name: "Site" }).getByRole("link", { name: "Pricing" }).click();
  await expect(page).toHaveURL(/\/#pricing$/);
  await expect(page.getByRole("heading", { name: "Two plans, one product" })).toBeInViewport();
});

test("HOM08 RTE01 who comes from another page finds the home page as it is set", async ({ page, sayso }) => {
  await settings(sayso, { ...EMBEDS, payment_link_standard: "https://pay.example/standard" });
  await answerPlayer(page);
  await page.goto("/nothing/here");
  await page.getByRole("link", { name: "Return to Home" }).click();
  await expect(plan(page, "Standard Plan").getByRole("link", { name: "Get Started" })).toHaveAttribute(
    "href",
    "https://pay.example/standard",
  );
  await button(page, "Play: Sayso in action").click();
  await expect(page.frameLocator('iframe[title="Sayso in action"]').getByText("Playing")).toBeVisible();
});
