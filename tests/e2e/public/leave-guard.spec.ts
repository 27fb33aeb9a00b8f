import type { Page } from "@playwright/test";
import { until } from "../../support/runtime/worker.ts";
import { button, expect, fillInForm, test, submitStalled } from "../sayso.ts";

/** Needs no finishing: these tests are about what follows. */
const TAKE = "tests/fixtures/finished.mp4";
const asked = (page: Page) => page.getByRole("dialog", { name: "Leave without sending?" });
const take = (page: Page) => page.getByLabel("Your recorded video");

/** Opens the studio from the invitation, so that there is a page to go back to. */
async function enter(page: Page, slug: string) {
  await page.goto(`/record/${slug}`);
  await page.getByRole("link", { name: "Leave a Video Testimonial" }).click();
  await expect(button(page, "Grant Camera Access")).toBeVisible();
}

/** Whether the browser would ask before closing the tab. */
const wouldWarn = (page: Page) =>
  page.evaluate(() => !window.dispatchEvent(new Event("beforeunload", { cancelable: true })));

test("SUB27 a take that was not sent is not lost by the back link or the back button", async ({
  page,
  client,
}) => {
  await enter(page, client.custom_slug);
  const back = page.getByRole("link", { name: "Back to Corner Shop" });
  expect(await wouldWarn(page), "with nothing to lose nobody is asked").toBe(false);
  await back.click();
  await page.getByRole("link", { name: "Leave a Video Testimonial" }).click();

  await page.getByLabel("Upload a video instead").setInputFiles(TAKE);
  await expect(take(page)).toBeVisible();
  await page.getByRole("textbox", { name: "Name" }).fill("Ann");
  expect(await wouldWarn(page)).toBe(true);
  await back.click();
  await asked(page).getByRole("button", { name: "Stay here" }).click();
  await expect(page.locator("dialog")).toHaveCount(0);
  await page.evaluate(() => history.back());
  await expect(asked(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.locator("dialog")).toHaveCount(0);
  await expect(page).toHaveURL(/\/video$/);
  await expect(take(page)).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Ann");

  await page.evaluate(() => history.back());
  await asked(page).getByRole("button", { name: "Leave without sending" }).click();
  await expect(page).toHaveURL(new RegExp(`/record/${client.custom_slug}/?$`));
  await page.getByRole("link", { name: "Leave a Video Testimonial" }).click();
  await page.getByLabel("Upload a video instead").setInputFiles(TAKE);
  await expect(take(page)).toBeVisible();
  await back.click();
  await asked(page).getByRole("button", { name: "Leave without sending" }).click();
  await expect(page).toHaveURL(new RegExp(`/record/${client.custom_slug}/$`));
  await expect(page.getByRole("link", { name: "Leave a Video Testimonial" })).toBeVisible();
  expect(await wouldWarn(page)).toBe(false);
});

test("SUB27 every other link of the studio opens beside it", async ({ page, client }) => {
  await page.goto(`/record/${client.custom_slug}/video`);
  await page.getByLabel("Upload a video instead").setInputFiles(TAKE);
  for (const link of await page.getByRole("link").all()) {
    const name = (await link.getAttribute("aria-label")) ?? (await link.innerText());
    if (!name.startsWith("Back to")) await expect(link, name).toHaveAttribute("target", "_blank");
  }
  const [other] = await Promise.all([
    page.waitForEvent("popup"),
    page.getByRole("link", { name: /Made with Sayso/ }).click(),
  ]);
  await expect(other).toHaveURL(/\/$/);
  await other.close();
  await expect(take(page)).toBeVisible();
});

test("SUB35 leaving during an upload asks, and then ends it on the server too", async ({
  page,
  client,
  sayso,
}) => {
  await enter(page, client.custom_slug);
  await submitStalled(page, sayso, client);
  expect(await wouldWarn(page)).toBe(true);
  await page.evaluate(() => history.back());
  await expect(asked(page)).toContainText("still on its way");
  await asked(page).getByRole("button", { name: "Stay here" }).click();
  await expect(page.locator("dialog")).toHaveCount(0);
  await expect(page.getByRole("progressbar", { name: "Uploading video" })).toBeVisible();
  await page.evaluate(() => history.back());
  await asked(page).getByRole("button", { name: "Leave without sending" }).click();
  await expect(page.getByRole("link", { name: "Leave a Video Testimonial" })).toBeVisible();
  await until(
    "the upload is gone",
    async () => !(await sayso.row("SELECT 1 FROM uploads WHERE client_id = ?", client.id)),
  );
});

test("SUB26 after it was sent nobody is asked any more", async ({ page, client }) => {
  await enter(page, client.custom_slug);
  await page.getByLabel("Upload a video instead").setInputFiles(TAKE);
  await fillInForm(page);
  const deleted: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "DELETE") deleted.push(request.url());
  });
  await button(page, "Submit Testimonial").click();
  const thanks = page.getByRole("dialog", { name: "Thank you!" });
  await expect(thanks).toBeVisible();
  expect(await wouldWarn(page)).toBe(false);
  await thanks.getByRole("button", { name: "Done" }).click();
  await expect(page).toHaveURL(new RegExp(`/record/${client.custom_slug}/$`));
  await expect(page.getByRole("link", { name: "Leave a Video Testimonial" })).toBeVisible();
  expect(deleted).toEqual([]);
});
