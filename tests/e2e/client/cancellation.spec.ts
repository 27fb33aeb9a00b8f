import { DAY_MS } from "../../support/people/admin/retention.ts";
import { axe } from "../axe.ts";
import { expect, toast } from "../sayso.ts";
import { heading, openDashboard, sendVideo, test } from "./owner.ts";

test("BIL07 RET03 a plan is cancelled after a question, everything can be downloaded, and it is taken up again", async ({
  page,
  owner,
  sayso,
}) => {
  await sendVideo(sayso, owner.client, { name: "Ann Example" });
  await page.goto("/clients/billing");
  await page.getByRole("button", { name: "Cancel plan" }).click();
  const dialog = page.getByRole("dialog", { name: "Cancel your plan?" });
  await expect(dialog).toContainText("Your record page and this portal work for 14 more days.");
  await axe(page, "the question");
  await dialog.getByRole("button", { name: "Keep my plan" }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole("button", { name: "Cancel plan" }).click();
  await dialog.getByRole("button", { name: "Cancel plan" }).click();
  await expect(toast(page, "Plan cancelled")).toBeVisible();
  const notice = page.getByRole("alert").filter({ hasText: "Your plan is cancelled and ends on" });
  await expect(notice).toBeVisible();
  await expect(page.getByRole("button", { name: "Cancel plan" })).toHaveCount(0);
  await axe(page, "a cancelled plan");
  await openDashboard(page, owner);
  await notice.getByRole("link", { name: "Download everything" }).click();
  await expect(heading(page, "Where your videos arrive")).toBeVisible();
  await expect(page.getByRole("link", { name: "Download ZIP file" })).toBeVisible();
  await page.goto("/clients/billing");
  await notice.getByRole("button", { name: "Keep my plan" }).click();
  await expect(toast(page, "Good to have you back")).toBeVisible();
  await expect(notice).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Cancel plan" })).toBeVisible();
});

test("BIL07 RET03 whose plan has ended reads that everything is deleted, and whom to ask", async ({
  page,
  owner,
  sayso,
}) => {
  await sayso.change(
    "UPDATE clients SET cancelled_at = ? WHERE id = ?",
    Date.now() - 15 * DAY_MS,
    owner.client.id,
  );
  await sayso.schedule(new Date());
  await openDashboard(page, owner);
  const notice = page.getByRole("alert");
  await expect(notice).toContainText("Your plan ended on");
  await expect(notice).toContainText("Your videos are deleted");
  await expect(notice.getByRole("button")).toHaveCount(0);
  await axe(page, "an ended plan");
});
