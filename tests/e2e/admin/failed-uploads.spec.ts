import type { Page } from "@playwright/test";
import { submission } from "../../support/runtime/jobs.ts";
import { until } from "../../support/runtime/worker.ts";
import { button, expect, toast } from "../sayso.ts";
import { axe } from "../axe.ts";
import { failForGood, mendDrive, test } from "./admin.ts";

const panel = (page: Page) => page.getByRole("region", { name: "Failed uploads" });
const item = (page: Page, { company_name }: { company_name: string }) =>
  panel(page).getByRole("listitem").filter({ hasText: company_name });

/** Once the page was touched, as a page that is in use. */
async function goOffline(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).click();
  await expect(page.locator(".toast-layer")).toBeAttached();
  await page.context().setOffline(true);
}

test.beforeEach(async ({ sayso }) => {
  await sayso.change("UPDATE submissions SET status = 'processed' WHERE status = 'drive_upload_failed'");
  await sayso.change("DELETE FROM job_queue");
});

test("JOB01 JOB02 JOB03 each failure says what failed, newest first, with every attempt", async ({
  page,
  admin,
  sayso,
}) => {
  await page.goto("/clients/admin");
  await expect(panel(page)).toContainText("Every video has reached its folder, or is on its way.");
  const failed = [];
  for (let i = 0; i < 4; i += 1) failed.push(await failForGood(sayso));
  await page.reload();
  await expect(panel(page).getByRole("definition").first()).toHaveText("4");
  await expect(page.getByRole("navigation", { name: "Admin" })).toContainText("Failed uploads4");
  const items = panel(page)
    .getByRole("list", { name: /newest first/ })
    .locator("> li");
  await expect(items).toHaveCount(3);
  await expect(items.first()).toContainText(failed.at(-1)?.client.company_name ?? "");
  await expect(items.first()).toContainText("Sayso cannot deliver to this drive link.");
  await items.first().getByText("1 attempt").click();
  await expect(items.first()).toContainText("Given up");
  await axe(page, "failed uploads");
  await page
    .getByRole("navigation", { name: "Admin" })
    .getByRole("link", { name: /Failed uploads/ })
    .click();
  await expect(items, admin.email).toHaveCount(4);
  await expect(page.getByRole("heading", { name: "Failed uploads" })).toBeFocused();
});

test("JOB01 a new failure appears within 30 seconds, without a reload", async ({ page, admin, sayso }) => {
  await page.clock.install();
  await page.goto("/clients/admin");
  await expect(panel(page)).toContainText("Every video has reached its folder");
  const { client } = await failForGood(sayso);
  await page.clock.runFor(31_000);
  await expect(item(page, client), admin.email).toBeVisible();
});

test("JOB03 JOB05 JOB06 JOB07 JOB10 a single retry is queued, and the video arrives once the drive works", async ({
  page,
  admin,
  sayso,
  context,
}) => {
  const { client, planted } = await failForGood(sayso);
  await page.goto("/clients/admin");
  await expect(item(page, client)).toBeVisible();
  await goOffline(page);
  await item(page, client).getByRole("button", { name: "Retry" }).click();
  await expect(toast(page, "Failed to retry upload")).toBeVisible();
  await context.setOffline(false);
  await mendDrive(sayso, client);
  await item(page, client).getByRole("button", { name: "Retry" }).click();
  await expect(toast(page, "Upload retry queued"), admin.email).toBeVisible();
  await expect(item(page, client)).toBeHidden();
  await until(
    "delivered",
    async () => (await submission(sayso, planted.submissionId))?.status === "processed",
  );
});

test("JOB04 without a drive link or a file there is no retry, and the reason stands beside it", async ({
  page,
  admin,
  sayso,
}) => {
  const noDrive = await failForGood(sayso);
  const noFile = await failForGood(sayso);
  await sayso.change("UPDATE clients SET drive_link = NULL WHERE id = ?", noDrive.client.id);
  await sayso.change(
    "UPDATE submissions SET final_file_path = NULL WHERE id = ?",
    noFile.planted.submissionId,
  );
  await page.goto("/clients/admin");
  for (const [{ client }, reason] of [
    [noDrive, "The client has no drive link."],
    [noFile, "There is no file to deliver."],
  ] as const) {
    await expect(item(page, client).getByRole("button", { name: "Retry" })).toBeDisabled();
    await expect(item(page, client)).toContainText(reason);
  }
  await expect(button(page, "Retry all"), `${admin.email} has nothing to retry`).toBeDisabled();
});

test("JOB03 JOB08 retry-all queues every one and says how many", async ({ page, admin, sayso, context }) => {
  const failed = [await failForGood(sayso), await failForGood(sayso), await failForGood(sayso)];
  for (const { client } of failed) await mendDrive(sayso, client);
  await page.goto("/clients/admin");
  await expect(button(page, "Retry all")).toBeVisible();
  await goOffline(page);
  await button(page, "Retry all").click();
  await expect(toast(page, "Failed to retry all uploads")).toBeVisible();
  await context.setOffline(false);
  await button(page, "Retry all").click();
  await expect(toast(page, "Bulk retry initiated", "3 uploads"), admin.email).toBeVisible();
  await expect(panel(page)).toContainText("Every video has reached its folder, or is on its way.");
  for (const { planted } of failed) {
    await until(
      "delivered",
      async () => (await submission(sayso, planted.submissionId))?.status === "processed",
    );
  }
});
