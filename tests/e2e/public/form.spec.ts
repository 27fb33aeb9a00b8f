import { addClient } from "../../support/people/owner/clients.ts";
import { clearOfToast } from "../clear-of-toast.ts";
import { expect, test } from "../sayso.ts";

const TAKE = "tests/fixtures/finished.mp4";

test("on a phone the toast covers neither the field to mend nor what is said beside it (ERR01 SUB15)", async ({
  page,
  client,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/record/${client.custom_slug}/video`);
  // Scrolled as for somebody at the end of the form.
  await page.getByRole("checkbox").last().scrollIntoViewIfNeeded();
  await page.getByRole("textbox", { name: "Email" }).press("Enter");
  await clearOfToast(page, page.getByRole("textbox", { name: "Name" }), "Name is required");
});

test("a long word in the watermark stays on the page (WMK04)", async ({ page, sayso }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const client = await addClient(sayso, { watermark_enabled: 1, watermark_text: "Donau".repeat(40) });
  await page.goto(`/record/${client.custom_slug}/video`);
  await expect(page.getByText(/^Watermark enabled/)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.getByLabel("Upload a video instead").setInputFiles(TAKE);
  await expect(page.getByText(/^Ready to send/)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
