// A chosen file that the device no longer lets the page read: Android's Drive and Photos sometimes revoke access.
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { deliveredVideo } from "../../support/people/customer/delivered.ts";
import { button, expect, fillInForm, FINISHED, test, thanks } from "../sayso.ts";

/** Chooses a file that is gone once it was looked into. */
async function chooseAndLose(page: Page, path: string): Promise<void> {
  const file = join(await mkdtemp(join(tmpdir(), "sayso-vanished-")), "take.mp4");
  await copyFile(FINISHED, file);
  await page.goto(path);
  await page.getByLabel("Upload a video instead").setInputFiles(file);
  await expect(page.getByText(/^Ready to send/)).toBeVisible();
  await rm(file);
  await fillInForm(page);
  await button(page, "Submit Testimonial").click();
}

test("sends the copy that the device has kept where a chosen file is gone (INV71 REC26)", async ({
  page,
  client,
  sayso,
}) => {
  await chooseAndLose(page, `/record/${client.custom_slug}/video`);
  await expect(thanks(page)).toBeVisible();
  const { row } = await deliveredVideo(sayso, client);
  expect(row.unfinished).toBeNull();
});

test("asks for another choice, and blames no network, where the device has kept no copy either (INV71)", async ({
  page,
  client,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, "indexedDB"));
  await chooseAndLose(page, `/record/${client.custom_slug}/video`);
  await expect(page.getByText("This page can no longer read that video").first()).toBeVisible();
  await expect(page.getByText(/cannot reach our server/)).toBeHidden();
});
