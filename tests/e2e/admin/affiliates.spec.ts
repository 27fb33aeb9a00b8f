import type { Page } from "@playwright/test";
import { addApplication, addPartner } from "../../support/people/partner/affiliates.ts";
import { addUser } from "../../support/people/owner/users.ts";
import { axe } from "../axe.ts";
import { button, expect } from "../sayso.ts";
import { dialog, test } from "./admin.ts";

const DESK = { width: 1280, height: 800 };
const row = (page: Page, affiliate: { email: string }) =>
  page.getByRole("row").filter({ hasText: affiliate.email });

test("the partners have tier, code and status, and View leads to their dashboard in a new tab (AFA02 AFA17 AFA18 AFA19 RTE11)", async ({
  page,
  admin,
  sayso,
  context,
}) => {
  const partner = await addPartner(sayso, (await addUser(sayso, { roles: ["affiliate"] })).id);
  const affiliate = await addApplication(sayso);
  await page.setViewportSize(DESK);
  await page.goto("/clients/admin/affiliates");
  await expect(row(page, affiliate), admin.email).toBeVisible();
  await axe(page, "applications");
  await page.setViewportSize(DESK);
  await row(page, affiliate).getByText("Not configured").click();
  await expect(dialog(page, "Configure Affiliate")).toBeVisible();
  await axe(page, "the dialog");
  await page.setViewportSize(DESK);
  await button(page, "Cancel").click();
  await row(page, affiliate)
    .getByRole("button", { name: /^Reject/ })
    .click();
  await axe(page, "the question");
  await page.setViewportSize(DESK);
  await page.keyboard.press("Escape");

  await page.getByRole("tab", { name: "Active Affiliates" }).click();
  const line = row(page, partner);
  await expect(line.getByText("active", { exact: true })).toBeVisible();
  await axe(page, "partners");
  await page.setViewportSize(DESK);
  const opened = context.waitForEvent("page");
  await line.getByRole("link", { name: /^View/ }).click();
  await expect(await opened).toHaveURL(`/affiliates/dashboard?adminView=true&affiliateId=${partner.id}`);
});
