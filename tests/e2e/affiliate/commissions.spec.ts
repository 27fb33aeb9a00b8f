// What a partner sees of its referrals and earnings, and what admins pay out.
import { readFile } from "node:fs/promises";
import type { BrowserContext, Page } from "@playwright/test";
import { extractImages, extractText, getDocumentProxy } from "unpdf";
import { addPartner } from "../../support/affiliates.ts";
import { addReferrals, DAY, monthFromNow, named, paying } from "../../support/referrals.ts";
import { addUser } from "../../support/users.ts";
import { startWorker, type Sayso } from "../../support/worker.ts";
import { axe } from "../axe.ts";
import { dialog, test as base } from "../admin/admin.ts";
import { carrySession } from "../client/owner.ts";
import { button, expect, toast } from "../sayso.ts";

/** A Worker without any other partner. */
const test = base.extend<object, { sayso: Sayso }>({
  sayso: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern
    async ({}, provide) => {
      const sayso = await startWorker({ ownOrigin: true });
      await provide(sayso);
      await sayso.close();
    },
    { scope: "worker" },
  ],
});

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 900 };
const region = (page: Page, name: string) => page.getByRole("region", { name });
const monthName = (month: Date) =>
  month.toLocaleDateString("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });

async function partnerOf(sayso: Sayso, context: BrowserContext) {
  const user = await addUser(sayso, { roles: ["affiliate"] });
  const partner = await addPartner(sayso, user.id);
  await sayso.change(
    "UPDATE affiliates SET approved_at = ?, created_at = ? WHERE id = ?",
    monthFromNow(-6).getTime(),
    monthFromNow(-6).getTime(),
    partner.id,
  );
  await carrySession(context, sayso, user, "affiliate");
  return partner;
}

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

test("AFF10 AFF12 AFF13 AFF14 AFF15 AFF16 AFF17 AFF19 AFF20 AFF21 AFF22 AFF23 AFF24 AFF25 AFF26 AUT25 a partner sees what it shares, and what has come of it", async ({
  page,
  context,
  sayso,
}) => {
  const partner = await partnerOf(sayso, context);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await addReferrals(sayso, partner.id, [
    { paid: [{ from: new Date(Date.now() - DAY) }] },
    { ...paying(monthFromNow(-2)), ended: new Date(monthFromNow(-1).getTime() + DAY) },
  ]);
  await sayso.schedule(new Date(monthFromNow(-1).getTime() + 120_000), "2 * * * *");
  await page.setViewportSize(DESK);
  await page.goto("/affiliates/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Welcome, ${partner.first_name}!`);
  await expect(page.getByText("Tier 1 Affiliate")).toBeVisible();
  for (const [label, figure] of [
    ["Total Referrals", "2"],
    ["Active Referrals", "1"],
    ["Lifetime Earnings", "£0.00"],
    ["Pending Payout", "£5.00"],
  ] as const)
    await expect(page.getByRole("definition").nth(FIGURES.indexOf(label))).toHaveText(figure);
  const link = `${sayso.url.origin}/?ref=${await codeOf(sayso, partner.id)}`;
  await expect(region(page, "Share Sayso").getByText(link, { exact: true })).toBeVisible();
  await button(page, "Copy link").click();
  await expect(button(page, "Copied!")).toBeVisible();
  expect(await page.evaluate("navigator.clipboard.readText()")).toBe(link);
  await expect(button(page, "Copy link"), "goes back").toBeVisible();
  await expect(page.getByRole("img", { name: "QR code of your referral link" })).toBeVisible();
  await expect(region(page, "Unlock Higher Earnings!")).toContainText("1 / 25");
  await expect(region(page, "Unlock Higher Earnings!")).toContainText(
    "Current rate: £5 per referral | Future rate (26+): £10 per additional referral",
  );
  const rows = page.getByRole("table", { name: "Your Referrals" }).getByRole("row");
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(1)).toContainText("active");
  await expect(rows.nth(2)).toContainText("canceled");
  const history = page.getByRole("table", { name: "Commission History" }).getByRole("row");
  await expect(history.nth(1)).toHaveText(
    new RegExp(`${monthName(monthFromNow(-2))}Tier 1 \\(1-25\\)1 × £5\\.00£5\\.00pending-`),
  );
  await expect(history.nth(2)).toContainText("0 × £10.00 = £0.00");
  await expect(history.nth(2)).toContainText("£0.00 (locked)");
  await expect(history.nth(2)).toContainText("Unlock by reaching 26+ active referrals");
  await expect(region(page, "Commission History")).toContainText("Total Commission Pending:£5.00");
  await button(page, /^Statement of/).click();
  const statement = dialog(page, monthName(monthFromNow(-2)));
  await expect(statement.getByText("Checked by your browser")).toBeVisible();
  await expect(statement.getByRole("definition")).toHaveText(["1", "0", "£5.00"]);
  await expect(statement.getByRole("listitem")).toHaveText([/^1Paid from 02/]);
  await axe(page, "a statement");
  const csv = decodeURIComponent(
    (await statement.getByRole("link", { name: "CSV" }).getAttribute("href")) ?? "",
  );
  expect(csv).toContain(`${named(monthFromNow(-2)).slice(0, 7)},direct,5.00,1,5.00,pending,`);
  await button(page, "Close").click();
  // A penny that nobody can explain.
  await sayso.change(
    "UPDATE affiliate_commissions SET active_clients_count = 2, commission_amount = 1000 WHERE affiliate_id = ?",
    partner.id,
  );
  await page.reload();
  await button(page, /^Statement of/).click();
  await expect(statement.getByRole("alert")).toContainText(
    "Your browser comes to £5.00; these commissions come to £10.00. The difference is −£5.00.",
  );
  await button(page, "Close").click();
  await button(page, "Connect Stripe Account").click();
  await expect(toast(page, "Stripe Connect integration coming soon!")).toBeVisible();
  await axe(page, "a partner's dashboard");
  await page.setViewportSize(PHONE);
  await expect(page.getByRole("list", { name: "Your Referrals" })).toBeVisible();
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(PHONE.width);
});

test("AFF11 AFF18 AFF19 AFA19 RTE07 AUT35 an admin looks at a partner's dashboard, and changes nothing", async ({
  page,
  admin,
  sayso,
}) => {
  const user = await addUser(sayso, { roles: ["affiliate"] });
  const partner = await addPartner(sayso, user.id);
  await addReferrals(
    sayso,
    partner.id,
    Array.from({ length: 26 }, () => ({ paid: [{ from: new Date(Date.now() - DAY) }] })),
  );
  await page.goto(`/affiliates/dashboard?adminView=true&affiliateId=${partner.id}`);
  await expect(page.getByRole("note"), admin.email).toHaveText(
    `Admin View Mode: You are viewing ${partner.first_name}’s dashboard as an administrator.`,
  );
  await expect(region(page, "Tier 2 Unlocked!")).toContainText(
    "First 25 referrals: £5 each | Referrals 26+: £10 each",
  );
  await expect(region(page, "Payout account")).toHaveCount(0);
  await page.goto(`/affiliates/dashboard?adminView=true&affiliateId=${crypto.randomUUID()}`);
  await expect(page.getByRole("heading", { name: "Affiliate account not found" })).toBeVisible();
});

test("AFF25 a partner downloads a statement as PDF, also with a name that PDF's own fonts cannot write", async ({
  page,
  context,
  sayso,
}) => {
  const { id } = await partnerOf(sayso, context);
  await sayso.change("UPDATE affiliates SET surname = 'Παπαδοπούλου' WHERE id = ?", id);
  await addReferrals(sayso, id, [paying(monthFromNow(-1))]);
  await sayso.schedule(new Date(monthFromNow(0).getTime() + 120_000), "2 * * * *");
  await page.goto("/affiliates/dashboard");
  await button(page, `Statement of ${monthName(monthFromNow(-1))}`).click();
  const download = page.waitForEvent("download");
  await button(page, "PDF").click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`sayso-${named(monthFromNow(-1)).slice(0, 7)}.pdf`);
  const pdf = await getDocumentProxy(new Uint8Array(await readFile(await file.path())));
  const { text } = await extractText(pdf, { mergePages: true });
  expect(text).toContain("Checked by your browser: £5.00");
  const [drawn] = await extractImages(pdf, 1);
  expect(drawn?.width, "the name is drawn").toBeGreaterThan(drawn?.height ?? 0);
});

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
  await expect(asking).toContainText("your link give nobody a discount");
  await axe(page, "leaving the programme");
  await asking.getByRole("button", { name: "Stay a partner" }).click();
  await expect(button(page, "Leave the programme")).toBeFocused();
  await button(page, "Leave the programme").click();
  await asking.getByRole("button", { name: "Leave the programme" }).click();
  await expect(toast(page, "You have left the partner programme")).toBeVisible();
  await expect(page.getByText("You left the programme on").locator("..")).toContainText(
    "count for you until",
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
  await line.getByRole("button", { name: /^Take back/ }).click();
  await dialog(page, "Take this partner back?").getByRole("button", { name: "Take back" }).click();
  await expect(toast(page, "Partner taken back")).toBeVisible();
  await expect(line.getByText("active", { exact: true })).toBeVisible();
  await line.getByRole("button", { name: /^End/ }).click();
  const ending = dialog(page, "End this partnership?");
  await expect(ending.getByRole("button", { name: "End partnership" })).toBeDisabled();
  await ending.getByRole("textbox", { name: "Reason" }).fill("Advertised in our name.");
  await axe(page, "ending a partnership");
  await ending.getByRole("button", { name: "End partnership" }).click();
  await expect(toast(page, "Partnership ended")).toBeVisible();
  await expect(line).toContainText("left");
  const noted = await sayso.rows("SELECT action FROM audit_log WHERE subject = ? ORDER BY at, id", id);
  expect(noted.map(({ action }) => action)).toEqual(["affiliate.take-back", "affiliate.end"]);
});

test("INV28 AFA17 COM08 COM10 COM16 COM17 COM18 an admin calculates two months; £15 are refused, £35 are paid", async ({
  page,
  context,
  sayso,
}) => {
  const { email, id } = await partnerOf(sayso, context);
  const [earlier, later] = [monthFromNow(-2), monthFromNow(-1)];
  const many = (count: number, month: Date) => Array.from({ length: count }, () => paying(month));
  await addReferrals(sayso, id, [...many(3, earlier), ...many(4, later)]);
  const admin = await addUser(sayso, { roles: ["admin"] });
  await context.clearCookies();
  await carrySession(context, sayso, admin, "admin");
  await page.setViewportSize(DESK);
  await page.goto("/clients/admin/affiliates?tab=active");
  const card = (month: Date) => region(page, `${monthName(month)} Commissions`);
  const line = page.getByRole("table", { name: "Commissions" }).getByRole("row").filter({ hasText: email });
  // Two taps before the first one's month has come are two months.
  await button(page, "Earlier month").dblclick();
  await expect(card(earlier)).toBeVisible();
  await button(page, "Calculate Commissions").click();
  await expect(toast(page, "Calculated commissions for").first()).toBeVisible();
  await expect(card(earlier)).toContainText("Snapshot of active referrals as of");
  await expect(line).toContainText("£15.00");
  await button(page, new RegExp(`^Pay Now`)).first().scrollIntoViewIfNeeded();
  const pay = async () => {
    await line.getByRole("button", { name: /^Pay Now/ }).click();
    await button(page, "Mark as paid").click();
  };
  await pay();
  await expect(
    toast(page, "Failed to mark as paid: £15.00 has gathered; payouts begin at £25.00. It is carried over."),
  ).toBeVisible();
  await expect(dialog(page, "Pay £15.00?")).toHaveCount(0);
  await button(page, "Later month").click();
  await expect(card(later)).toBeVisible();
  await button(page, "Calculate Commissions").click();
  await expect(line).toContainText("£35.00");
  await axe(page, "the commissions of a month");
  await page.setViewportSize(DESK);
  await pay();
  await expect(toast(page, "Payment marked as completed")).toBeVisible();
  await expect(line).toContainText("paid");
  await expect(line.getByRole("button", { name: /^Pay Now/ })).toHaveCount(0);
  expect(await sayso.row("SELECT amount_pence FROM payouts WHERE affiliate_id = ?", id)).toEqual({
    amount_pence: 3500,
  });
  expect(named(later)).toBe(
    String((await sayso.row("SELECT month_period FROM payouts WHERE affiliate_id = ?", id))?.month_period),
  );
});

const FIGURES = ["Total Referrals", "Active Referrals", "Lifetime Earnings", "Pending Payout"];

const codeOf = async (sayso: Sayso, id: string) =>
  String((await sayso.row("SELECT stripe_coupon_id FROM affiliates WHERE id = ?", id))?.stripe_coupon_id);
