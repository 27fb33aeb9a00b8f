import type { Page } from "@playwright/test";
import { addApplication, addPartner } from "../../support/people/partner/affiliates.ts";
import { addUser } from "../../support/people/owner/users.ts";
import { axe } from "../axe.ts";
import { button, expect, toast } from "../sayso.ts";
import { dialog, test } from "./admin.ts";

const DESK = { width: 1280, height: 800 };
const row = (page: Page, affiliate: { email: string }) =>
  page.getByRole("row").filter({ hasText: affiliate.email });
const tab = (page: Page, name: string | RegExp) => page.getByRole("tab", { name });
const code = (page: Page) =>
  dialog(page, "Configure Affiliate").getByRole("textbox", { name: "Stripe Coupon Code" });

async function open(page: Page): Promise<void> {
  await page.setViewportSize(DESK);
  await page.goto("/clients/admin/affiliates");
  await expect(page.getByRole("heading", { level: 1, name: "Affiliate Management" })).toBeVisible();
}

test("AFA02 AFA03 AFA05 AFA06 AFA07 AFA08 AFA09 AFA10 AFA11 AFA12 an application is configured from its row, and only then approved", async ({
  page,
  admin,
  sayso,
}) => {
  const affiliate = await addApplication(sayso);
  await open(page);
  await expect(tab(page, /^Pending Applications \d+$/), admin.email).toBeVisible();
  const headers = page.getByRole("table", { name: "Pending Applications" }).getByRole("columnheader");
  await expect(headers).toHaveText(["Name", "Email", "Tier", "Stripe Coupon Code", "Applied", "Actions"]);
  const line = row(page, affiliate);
  await expect(line.getByText("Not configured")).toBeVisible();
  const approve = line.getByRole("button", { name: /^Approve/ });
  await expect(approve).toBeDisabled();
  await expect(approve).toHaveAttribute("title", "Configure Stripe coupon code first");
  await expect(line.getByRole("button", { name: /^Reject/ })).toBeVisible();
  await axe(page, "applications");
  await page.setViewportSize(DESK);

  await line.getByText("Not configured").click();
  await expect(dialog(page, "Configure Affiliate")).toContainText(
    "has to exist in Stripe before you approve",
  );
  await expect(code(page)).toHaveAttribute("required");
  await expect(dialog(page, "Configure Affiliate")).toContainText("No Stripe key is set here");
  await axe(page, "the dialog");
  await page.setViewportSize(DESK);
  await code(page).fill("   ");
  await button(page, "Save Configuration").click();
  await expect(toast(page, "Validation Error", "Stripe Coupon Code is required")).toBeVisible();
  await button(page, "Cancel").click();
  await expect(dialog(page, "Configure Affiliate")).toHaveCount(0);

  await line.getByRole("button", { name: /^Configure/ }).click();
  const chosen = `pat-${crypto.randomUUID().slice(0, 8)}`;
  await code(page).fill(chosen);
  await expect(code(page)).toHaveValue(chosen.toUpperCase());
  await page.getByRole("textbox", { name: "Admin Notes (Optional)" }).fill("Met in York.");
  await button(page, "Save Configuration").click();
  const ready = `${affiliate.first_name} ${affiliate.surname} is now ready for approval`;
  await expect(toast(page, "Affiliate updated successfully", ready)).toBeVisible();
  await expect(line.getByText(chosen.toUpperCase())).toBeVisible();
  await expect(approve).toBeEnabled();
  await line.getByRole("button", { name: /^Configure/ }).click();
  await expect(page.getByRole("textbox", { name: "Admin Notes (Optional)" })).toHaveValue("Met in York.");
});

test("AFA11 AFA14 AFA16 what fails is said", async ({ page, admin, sayso }) => {
  const partner = await addPartner(sayso, (await addUser(sayso, { roles: ["affiliate"] })).id);
  const affiliate = await addApplication(sayso, {
    code: `PAT-${crypto.randomUUID().slice(0, 8).toUpperCase()}`,
  });
  await open(page);
  const line = row(page, affiliate);
  await line.getByRole("button", { name: /^Configure/ }).click();
  const { stripe_coupon_id: taken } =
    (await sayso.row("SELECT stripe_coupon_id FROM affiliates WHERE id = ?", partner.id)) ?? {};
  await code(page).fill(String(taken));
  await button(page, "Save Configuration").click();
  await expect(toast(page, "Error", "Another partner has this promotion code already.")).toBeVisible();
  await expect(code(page)).toHaveAccessibleDescription("Another partner has this promotion code already.");
  await button(page, "Cancel").click();

  const broken = (route: { fulfill: (answer: object) => Promise<void> }) =>
    route.fulfill({ status: 500, body: "" });
  await page.route("**/functions/v1/create-affiliate-account", broken);
  await line.getByRole("button", { name: /^Approve/ }).click();
  await expect(toast(page, "Failed to approve affiliate"), admin.email).toBeVisible();
  await page.route("**/api/admin/affiliates/*", broken);
  await line.getByRole("button", { name: /^Reject/ }).click();
  await button(page, "Reject this application").click();
  await expect(toast(page, "Failed to reject application")).toBeVisible();
});

test("AFA15 AFA16 a rejected application leaves the list", async ({ page, admin, sayso }) => {
  const affiliate = await addApplication(sayso);
  await open(page);
  await row(page, affiliate)
    .getByRole("button", { name: /^Reject/ })
    .click();
  await axe(page, "the question");
  await page.setViewportSize(DESK);
  await button(page, "Reject this application").click();
  await expect(toast(page, "Application rejected"), admin.email).toBeVisible();
  await expect(row(page, affiliate)).toHaveCount(0);
});

test("AFA17 AFA18 AFA19 RTE11 the partners stand with tier, code and status, and View leads to their dashboard in a new tab", async ({
  page,
  admin,
  sayso,
  context,
}) => {
  const partner = await addPartner(sayso, (await addUser(sayso, { roles: ["affiliate"] })).id);
  await open(page);
  await tab(page, "Active Affiliates").click();
  const line = row(page, partner);
  await expect(line.getByText("active", { exact: true }), admin.email).toBeVisible();
  await axe(page, "partners");
  await page.setViewportSize(DESK);
  const opened = context.waitForEvent("page");
  await line.getByRole("link", { name: /^View/ }).click();
  await expect(await opened).toHaveURL(`/affiliates/dashboard?adminView=true&affiliateId=${partner.id}`);
});
