// Admins calculate and pay commissions, and partners leave.
import { addPartner } from "../../support/people/partner/affiliates.ts";
import { addReferrals, monthFromNow, monthKey, paying } from "../../support/people/partner/referrals.ts";
import { addUser } from "../../support/people/owner/users.ts";
import type { Sayso } from "../../support/runtime/worker.ts";
import { axe } from "../axe.ts";
import { dialog } from "../admin/admin.ts";
import { carrySession } from "../client/owner.ts";
import { button, expect, toast } from "../sayso.ts";
import { DESK, monthName, partnerOf, PHONE, region, test } from "./partner.ts";

test.describe.configure({ mode: "serial" });

test("AFA01 AFA04 AFA17 AFA20 COM20 RTE03 AUT21 nobody is a partner, and nobody wants to be", async ({
  page,
  admin,
}) => {
  await page.setViewportSize(DESK);
  await page.goto("/clients/admin/affiliates");
  const tab = (name: string) => page.getByRole("tab", { name });
  await expect(tab("Pending Applications")).toHaveAttribute("aria-selected", "true");
  await expect(page.getByRole("heading", { name: "No pending applications" })).toBeVisible();
  await axe(page, "no applications");
  await tab("Pending Applications").press("ArrowRight");
  await expect(tab("Active Affiliates")).toBeFocused();
  await expect(page.getByRole("heading", { name: "No active affiliates" })).toBeVisible();
  await expect(
    page.getByText('No commissions calculated yet. Click "Calculate Commissions" to process this month.'),
  ).toBeVisible();
  await button(page, "Calculate Commissions").click();
  await expect(toast(page, "Failed to calculate: There were no partners in this month yet.")).toBeVisible();
  await page.reload();
  await expect(tab("Active Affiliates"), admin.email).toHaveAttribute("aria-selected", "true");
});

test("AUT25 AFF23 COM19 a partner sees its own data alone, and the day on which a month was paid", async ({
  page,
  context,
  sayso,
}) => {
  const month = monthFromNow(-2);
  const { id: sponsor, email } = await partnerOf(sayso, context);
  const sponsored = await addPartner(sayso, (await addUser(sayso, { roles: ["affiliate"] })).id);
  await sayso.change(
    "UPDATE affiliates SET sponsor_id = ?, approved_at = ? WHERE id = ?",
    sponsor,
    month.getTime(),
    sponsored.id,
  );
  const many = (count: number) => Array.from({ length: count }, () => paying(month));
  await addReferrals(sayso, sponsor, many(3));
  await addReferrals(sayso, sponsored.id, many(2));
  const close = () => sayso.schedule(new Date(monthFromNow(-1).getTime() + 120_000), "2 * * * *");
  await sayso.change("DELETE FROM commission_months");
  await close();
  await page.setViewportSize(DESK);
  await page.goto(`/affiliates/dashboard?affiliateId=${sponsored.id}`);
  const codes = await sayso.rows("SELECT id, stripe_coupon_id AS code FROM affiliates");
  const codeOf = (id: string) => String(codes.find((one) => one.id === id)?.code);
  await expect(region(page, "Share Sayso").getByText(codeOf(sponsor), { exact: true })).toBeVisible();
  await expect(page.getByText(codeOf(sponsored.id))).toHaveCount(0);
  const foreign = `/api/affiliate/dashboard?affiliateId=${sponsored.id}`;
  expect(await page.evaluate(async (path) => (await fetch(path)).status, foreign)).toBe(404);

  const admin = await addUser(sayso, { roles: ["admin"] });
  const partnersCookies = await context.cookies();
  await context.clearCookies();
  await carrySession(context, sayso, admin, "admin");
  await page.goto("/clients/admin/affiliates?tab=active");
  await button(page, "Earlier month").click();
  const table = page.getByRole("table", { name: "Commissions" });
  const cells = table.getByRole("row").filter({ hasText: email }).getByRole("cell");
  await expect(cells.nth(0), "own").toHaveText("£15.00 (3)");
  await expect(cells.nth(2), "of the partner it sponsors").toHaveText("£10.00");
  await expect(cells.nth(5)).toHaveText("£25.00");
  await expect(table.getByRole("row")).toHaveCount(1 + Number((await lines(sayso, month))?.n));
  await table
    .getByRole("row")
    .filter({ hasText: email })
    .getByRole("button", { name: /^Pay Now/ })
    .click();
  await button(page, "Mark as paid").click();
  await expect(toast(page, "Payment marked as completed")).toBeVisible();
  // One of the sponsored partner's clients gets its money back after all.
  await sayso.change(
    `UPDATE payments SET returned_pence = amount_pence WHERE subscription_id =
       (SELECT s.id FROM subscriptions s JOIN affiliate_referrals r ON r.client_id = s.client_id WHERE r.affiliate_id = ? LIMIT 1)`,
    sponsored.id,
  );
  await button(page, "Calculate Commissions").click();
  await expect(cells.nth(3), "taken back").toHaveText("−£5.00");
  const summary = page
    .getByRole("table", { name: "Active Affiliates" })
    .getByRole("row")
    .filter({ hasText: email });
  await expect(summary.getByRole("cell").nth(3), "AFA18 active / total").toHaveText(/^\d+ \/ 3$/);
  await expect(summary.getByRole("cell").nth(4), "AFA18 this month").toHaveText("£0.00");
  await expect(summary.getByRole("cell").nth(5), "AFA18 lifetime").toHaveText("£25.00");

  await context.clearCookies();
  await context.addCookies(partnersCookies);
  await page.goto("/affiliates/dashboard");
  const paid = page
    .getByRole("table", { name: "Commission History" })
    .getByRole("row")
    .nth(1)
    .getByRole("cell");
  await expect(paid.last()).toHaveText(/^[A-Z][a-z]{2} \d{2}, \d{4}$/);
});

const lines = (sayso: Sayso, month: Date) =>
  sayso.row(
    "SELECT count(DISTINCT affiliate_id) AS n FROM affiliate_commissions WHERE month_period = ?",
    monthKey(month),
  );

test("COM14 AUT35 a partner leaves the programme, and an admin takes it back and ends it with a reason", async ({
  page,
  context,
  sayso,
}) => {
  const { id, email } = await partnerOf(sayso, context);
  await page.setViewportSize(PHONE);
  await page.goto("/affiliates/dashboard");
  await button(page, "Leave the programme").click();
  const asking = dialog(page, "Leave the programme?");
  await expect(asking).toContainText("your link stop working: they give nobody a discount");
  await axe(page, "leaving the programme");
  await asking.getByRole("button", { name: "Stay a partner" }).click();
  await expect(button(page, "Leave the programme")).toBeFocused();
  await button(page, "Leave the programme").click();
  await asking.getByRole("button", { name: "Leave the programme" }).click();
  await expect(toast(page, "You have left the partner programme")).toBeVisible();
  await expect(page.getByText("You left the programme on").locator("..")).toContainText(
    "paying clients count until",
  );
  await expect(region(page, "Share Sayso")).toHaveCount(0);
  await expect(button(page, "Leave the programme")).toHaveCount(0);

  await context.clearCookies();
  await carrySession(context, sayso, await addUser(sayso, { roles: ["admin"] }), "admin");
  await page.setViewportSize(DESK);
  await page.goto("/clients/admin/affiliates?tab=active");
  const line = page
    .getByRole("table", { name: "Active Affiliates" })
    .getByRole("row")
    .filter({ hasText: email });
  await expect(line).toContainText("left");
  await expect(line).toContainText("earns until");
  await line.getByRole("button", { name: /^Reinstate/ }).click();
  await dialog(page, "Reinstate this partner?").getByRole("button", { name: "Reinstate" }).click();
  await expect(toast(page, "Partner reinstated")).toBeVisible();
  await expect(line.getByText("active", { exact: true })).toBeVisible();
  await line.getByRole("button", { name: /^End/ }).click();
  const ending = dialog(page, "End this partnership?");
  await expect(ending.getByRole("button", { name: "End partnership" })).toBeDisabled();
  await ending.getByRole("textbox", { name: "Reason" }).fill("Advertised in our name.");
  await axe(page, "ending a partnership");
  await ending.getByRole("button", { name: "End partnership" }).click();
  await expect(toast(page, "Partnership ended")).toBeVisible();
  await expect(line).toContainText("left");
  const audited = await sayso.rows("SELECT action FROM audit_log WHERE subject = ? ORDER BY at, id", id);
  expect(audited.map(({ action }) => action)).toEqual(["affiliate.take-back", "affiliate.end"]);
});

test("INV28 AFA17 AFF23 COM08 COM10 COM16 COM17 COM18 an admin calculates two months; £15 are refused, £35 are paid", async ({
  page,
  context,
  sayso,
}) => {
  const { email, id } = await partnerOf(sayso, context);
  const [earlier, later] = [monthFromNow(-3), monthFromNow(-2)];
  const many = (count: number, month: Date) => Array.from({ length: count }, () => paying(month));
  await addReferrals(sayso, id, [...many(3, earlier), ...many(4, later)]);
  const admin = await addUser(sayso, { roles: ["admin"] });
  await context.clearCookies();
  await carrySession(context, sayso, admin, "admin");
  await page.setViewportSize(DESK);
  await page.goto("/clients/admin/affiliates?tab=active");
  const card = (month: Date) => region(page, `${monthName(month)} Commissions`);
  const line = page.getByRole("table", { name: "Commissions" }).getByRole("row").filter({ hasText: email });
  // Two clicks before the first month has loaded go back two months.
  await button(page, "Earlier month").dblclick();
  await expect(card(earlier)).toBeVisible();
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/functions/v1/calculate-monthly-commissions", async (route) => {
    await held;
    await route.continue();
  });
  await button(page, "Calculate Commissions").click();
  await expect(button(page, "Calculating...")).toBeDisabled();
  release();
  await expect(button(page, "Calculate Commissions")).toBeEnabled();
  const partners = await sayso.row(
    "SELECT count(DISTINCT affiliate_id) AS n FROM affiliate_commissions WHERE month_period = ?",
    monthKey(earlier),
  );
  await expect(toast(page, `Calculated commissions for ${partners?.n} affiliates`)).toBeVisible();
  await expect(page.getByRole("table", { name: "Commissions" }).getByRole("columnheader")).toHaveText([
    "Affiliate",
    "Tier 1 (1-25)",
    "Tier 1 (26+)",
    "Sponsored",
    "Adjustment",
    "Carried over",
    "Total Due (£)",
    "Status",
    "Actions",
  ]);
  await expect(card(earlier)).toContainText("Snapshot of active referrals as of");
  await expect(line).toContainText("£15.00");
  await button(page, new RegExp(`^Pay Now`)).first().scrollIntoViewIfNeeded();
  const pay = async () => {
    await line.getByRole("button", { name: /^Pay Now/ }).click();
    await button(page, "Mark as paid").click();
  };
  await line.getByRole("button", { name: /^Pay Now/ }).click();
  await expect(
    toast(page, "Failed to mark as paid: £15.00 is due; payouts start at £25.00. It carries over."),
  ).toBeVisible();
  await expect(dialog(page, "Pay £15.00?")).toHaveCount(0);
  // On a phone it would cover the title of the next dialog.
  await page.setViewportSize(PHONE);
  const cards = page.getByRole("list", { name: "Active Affiliates" }).getByRole("listitem");
  await cards.filter({ hasText: email }).getByRole("button", { name: /^End/ }).click();
  await expect(dialog(page, "End this partnership?")).toBeVisible();
  await expect(page.locator("[data-sonner-toast]")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await page.setViewportSize(DESK);
  await button(page, "Later month").click();
  await expect(card(later)).toBeVisible();
  await button(page, "Calculate Commissions").click();
  await expect(line).toContainText("£35.00");
  await axe(page, "the commissions of a month");
  await page.setViewportSize(DESK);
  await pay();
  await expect(toast(page, "Payment marked as completed")).toBeVisible();
  await expect(line).toContainText("paid");
  const day = (locale: Intl.DateTimeFormatOptions) =>
    new Date().toLocaleDateString("en-GB", { ...locale, timeZone: "UTC" });
  const [monthWord, dayWord, year] = [
    day({ month: "short" }),
    day({ day: "2-digit" }),
    day({ year: "numeric" }),
  ];
  await expect(line, "COM18 with the paid date").toContainText(`${dayWord} ${monthWord} ${year}`);
  await expect(line.getByRole("button", { name: /^Pay Now/ })).toHaveCount(0);
  expect(await sayso.row("SELECT amount_pence FROM payouts WHERE affiliate_id = ?", id)).toEqual({
    amount_pence: 3500,
  });
  expect(monthKey(later)).toBe(
    String((await sayso.row("SELECT month_period FROM payouts WHERE affiliate_id = ?", id))?.month_period),
  );
});
