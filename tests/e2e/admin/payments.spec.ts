import { addClient } from "../../support/people/owner/clients.ts";
import { axe } from "../axe.ts";
import { measureShift, shiftOf } from "../layout-shift.ts";
import { heading } from "../login-pages.ts";
import { test as withPayments } from "../payments.ts";
import { mergeTests } from "@playwright/test";
import { button, expect, toast } from "../sayso.ts";
import { dialog, test as withAdmin, uniqueName } from "./admin.ts";

const test = mergeTests(withAdmin, withPayments);

test("an admin gives a payment to a business, and nothing moves while payments load (BIL11)", async ({
  page,
  admin,
  payments,
}) => {
  const { sayso, buy, eventsApplied } = payments;
  const [existing, real] = [uniqueName("Known"), uniqueName("Payer")];
  const client = await addClient(sayso, { company_name: existing });
  await addClient(sayso, { company_name: real });
  await buy("noSetup", { email: client.email, name: "Somebody" });
  await eventsApplied();
  await measureShift(page);
  await page.goto("/clients/admin/payments");
  await expect(page.getByRole("list", { name: "Events, newest first" })).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(await shiftOf(page), `nothing moves for ${admin.email}`).toBeLessThan(0.02);
  const doubt = page
    .getByRole("region", { name: "To decide" })
    .getByRole("listitem")
    .filter({ hasText: client.email });
  await expect(doubt).toBeVisible();
  await axe(page, "payments to decide, and events");
  await page.setViewportSize({ width: 1280, height: 800 });
  const assignButton = doubt.getByRole("button", { name: "Assign it" });
  await assignButton.click();
  await button(page, "Not now").click();
  await expect(assignButton).toBeFocused();
  await assignButton.click();
  const question = dialog(page, "Assign this payment");
  await question.getByRole("searchbox", { name: "Find a business" }).fill(real);
  const business = question.getByRole("combobox", { name: "Business" });
  await expect(business.getByRole("option")).toHaveCount(2);
  await business.selectOption({ index: 1 });
  await axe(page, "whose payment it is");
  await page.setViewportSize({ width: 1280, height: 800 });
  await button(page, "Assign payment").click();
  await expect(toast(page, "Payment assigned")).toBeVisible();
  await expect(doubt).toHaveCount(0);
  await expect(heading(page, "Payments")).toBeFocused();

  const paid = await sayso.row("SELECT id FROM clients WHERE company_name = ?", real);
  await page.goto(`/clients/billing?clientId=${paid?.id}`);
  await expect(button(page, "Manage billing")).toBeVisible();
  await axe(page, "the billing of a client");
});
