// A partner connects an account at Stripe, and is paid by transfer.
import type { Page } from "@playwright/test";
import { addPartner } from "../../support/people/partner/affiliates.ts";
import type { PaymentWorld } from "../../support/people/owner/payments.ts";
import { addReferrals, calculate, monthFromNow, paying } from "../../support/people/partner/referrals.ts";
import { addUser } from "../../support/people/owner/users.ts";
import { dialog } from "../admin/admin.ts";
import { axe } from "../axe.ts";
import { carrySession } from "../client/owner.ts";
import { paymentsWith, test as base } from "../payments.ts";
import { button, expect, toast } from "../sayso.ts";

const test = base.extend<object, { payments: PaymentWorld }>({
  payments: paymentsWith({ connects: true }),
});

const [EARLIER, MONTH] = [-3, -2].map(monthFromNow) as [Date, Date];
const region = (page: Page, name: string) => page.getByRole("region", { name });

test("AFF19 AFF20 ERR04 COM10 COM11 a partner connects an account, is paid by transfer, and a failed transfer is settled", async ({
  page,
  context,
  payments,
}) => {
  const { sayso, stripe, api } = payments;
  for (let buyer = 0; buyer < 2; buyer += 1) await payments.buy();
  await payments.eventsApplied();
  const user = await addUser(sayso, { roles: ["affiliate"] });
  const partner = await addPartner(sayso, user.id);
  await sayso.change("UPDATE affiliates SET approved_at = 1, created_at = 1 WHERE id = ?", partner.id);
  await addReferrals(
    sayso,
    partner.id,
    Array.from({ length: 7 }, () => paying(MONTH)),
  );
  await calculate(sayso, await payments.admin(), MONTH);
  await carrySession(context, sayso, user, "affiliate");

  await page.goto("/affiliates/dashboard");
  const card = region(page, "Payout account");
  stripe.fault({ method: "POST", path: "/v1/accounts" }, { refuse: "api_error" });
  await page.getByLabel("Your postal address").fill("1 High Street\nLeeds");
  await button(page, "Connect Stripe Account").click();
  await expect(toast(page, "Failed to connect Stripe account")).toBeVisible();
  await button(page, "Connect Stripe Account").click();
  await expect(page.getByRole("heading", { name: "Get paid by Sayso" })).toBeVisible();
  const used = page.url();
  await button(page, "Save for later").click();
  await expect(card).toContainText("Not finished");
  await expect(page).toHaveURL(/\/affiliates\/dashboard$/);
  await axe(page, "an account that is not finished");
  // A link that was used leads to a new one, by way of the dashboard.
  await page.goto(used);
  await expect(page.getByRole("heading", { name: "Get paid by Sayso" })).toBeVisible();
  await button(page, "Agree and submit").click();
  await expect(card).toContainText("Connected");
  const [account] = (await api.accounts.list()).data;
  await expect(card).toContainText(`${account?.id.slice(0, 20)}…`);
  await expect(card).not.toContainText(account?.id ?? "");

  const admin = await addUser(sayso, { roles: ["admin"] });
  await context.clearCookies();
  await carrySession(context, sayso, admin, "admin");
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto("/clients/admin/affiliates?tab=active");
  await expect(region(page, "Owed to partners")).toContainText(`A transfer reaches ${account?.id}.`);
  await button(page, `Pay £35.00 to ${partner.first_name} ${partner.surname}`).click();
  const pay = dialog(page, "Pay £35.00?");
  await expect(pay).toContainText(`Stripe transfers it from your balance to ${account?.id}.`);
  await axe(page, "paying by transfer");
  await pay.getByRole("button", { name: "Transfer now" }).click();
  await expect(toast(page, "Payment marked as completed")).toBeVisible();
  const payouts = region(page, "Payouts");
  await expect(payouts.getByRole("listitem")).toContainText(["£35.00sent"]);
  const [transfer] = (await api.transfers.list()).data;
  await expect(payouts).toContainText(transfer?.id ?? "");
  expect(transfer?.amount).toBe(3500);

  // The month before: meanwhile Stripe wants something of the partner again.
  await addReferrals(
    sayso,
    partner.id,
    Array.from({ length: 6 }, () => paying(EARLIER)),
  );
  await calculate(sayso, await payments.admin(), EARLIER);
  stripe.restrict(account?.id ?? "");
  await expect(region(page, "Owed to partners"), "AFA17").toContainText("Nothing is owed.");
  await button(page, "Earlier month").dblclick();
  await button(page, `Pay Now ${partner.first_name} ${partner.surname}`).click();
  await button(page, "Transfer now").click();
  await expect(payouts.getByRole("listitem").first()).toContainText("Your destination account needs");
  const line = page.getByRole("table", { name: "Commissions" }).getByRole("row", { name: partner.surname });
  await expect(line, "what has not arrived does not read as paid").toContainText("failed");
  await axe(page, "a failed payout");
  await button(page, /^Settle/).click();
  const settleDialog = dialog(page, "Settle £30.00?");
  await settleDialog.getByRole("combobox", { name: "How" }).selectOption("I paid it by hand");
  await settleDialog.getByRole("textbox", { name: /^Transfer reference/ }).fill("FP 4711");
  await settleDialog.getByRole("button", { name: "Mark as paid" }).click();
  await expect(toast(page, "Payout recorded as paid by hand")).toBeVisible();
  await expect(payouts.getByRole("listitem").first()).toContainText("FP 4711£30.00by hand");
  await expect(line).toContainText("paid");
});
