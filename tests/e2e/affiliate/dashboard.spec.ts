// A partner's dashboard: referrals and earnings.
import { addPartner } from "../../support/people/partner/affiliates.ts";
import { readQrCode } from "../../support/browsers/qr.ts";
import { addReferrals, DAY, monthFromNow, monthKey, paying } from "../../support/people/partner/referrals.ts";
import { addUser } from "../../support/people/owner/users.ts";
import type { Sayso } from "../../support/runtime/worker.ts";
import { axe } from "../axe.ts";
import { dialog } from "../admin/admin.ts";
import { button, expect, toast } from "../sayso.ts";
import { DESK, monthName, partnerOf, PHONE, region, test } from "./partner.ts";

test.describe.configure({ mode: "serial" });

test("AFF10 AFF12 AFF13 AFF14 AFF15 AFF16 AFF17 AFF19 AFF20 AFF21 AFF22 AFF23 AFF24 AFF25 AFF26 BIL08 a partner sees what it shares, and what has come of it", async ({
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
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/api/affiliate/dashboard?*", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/affiliates/dashboard");
  await expect(page.getByRole("status"), "AFF10 while it loads").toBeVisible();
  release();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Welcome, ${partner.first_name}!`);
  await expect(page.getByText("Tier 1 Affiliate")).toBeVisible();
  for (const [label, figure] of [
    ["Total Referrals", "2"],
    ["Active Referrals", "1"],
    ["Lifetime Earnings", "£0.00paid out so far"],
    ["Pending Payout", "£5.00paid out from £25"],
  ] as const)
    await expect(page.getByRole("definition").nth(FIGURES.indexOf(label))).toHaveText(figure);
  await expect(
    page.getByRole("region", { name: "Your next payout" }).getByRole("listitem"),
    "when, how much and for whom, on the first screen",
  ).toHaveText([
    /^WhenWhen you reach £25/,
    /^How much£5\.00/,
    /^For whom1 clientBlue Door Bakery, for [A-Z][a-z]+ \d{4}\.$/,
  ]);
  const link = `${sayso.url.origin}/?ref=${await codeOf(sayso, partner.id)}`;
  await expect(region(page, "Share Sayso").getByText(link, { exact: true })).toBeVisible();
  const clipboard = () => page.evaluate<string>("navigator.clipboard.readText()");
  // From here on the page's clock is paused.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + DAY);
  await button(page, "Copy link").click();
  await expect(button(page, "Copied!")).toBeVisible();
  expect(await clipboard()).toBe(link);
  await page.clock.runFor(1900);
  await expect(button(page, "Copied!"), "AFF14 for 2 seconds").toBeVisible();
  await page.clock.runFor(200);
  await expect(button(page, "Copy link")).toBeVisible();
  await page.clock.resume();
  await button(page, "Copy promo code").click();
  expect(await clipboard()).toBe(await codeOf(sayso, partner.id));
  const qr = page.getByRole("img", { name: "QR code of your referral link" });
  expect(await readQrCode(await qr.screenshot())).toBe(link);
  await expect(region(page, "Share Sayso")).toContainText(
    "pays £10 less every month: £19 instead of £29 (Standard Plan), £29 instead of £39 (No Setup Plan).",
  );
  const texts = page.getByRole("list", { name: "Ready texts" }).getByRole("listitem");
  await expect(texts).toHaveText([/^A short message/, /^An email/, /^A post/]);
  for (const text of await texts.all()) {
    await expect(text).toContainText(link);
    await expect(text, "the terms demand it").toContainText("I’m a Sayso partner and earn a commission.");
    await text.getByRole("button", { name: "Copy" }).click();
    expect(await clipboard()).toContain(link);
  }
  await expect(region(page, "Unlock Higher Earnings!")).toContainText("1 / 25");
  await expect(region(page, "Unlock Higher Earnings!")).toContainText(
    "Current rate: £5 per referral | Future rate (26+): £10 per additional referral",
  );
  const rows = page.getByRole("table", { name: "Your Referrals" }).getByRole("row");
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(1)).toContainText("active");
  await expect(rows.nth(2)).toContainText("canceled");
  await expect(page.getByRole("table", { name: "Commission History" }).getByRole("columnheader")).toHaveText([
    "Month",
    "Tier",
    "Calculation",
    "Amount",
    "Status",
    "Paid Date",
  ]);
  const history = page.getByRole("table", { name: "Commission History" }).getByRole("row");
  await expect(history.nth(1)).toHaveText(
    new RegExp(`${monthName(monthFromNow(-2))}Tier 1 \\(1-25\\)1 × £5\\.00 = £5\\.00£5\\.00pending-`),
  );
  await expect(history.nth(2)).toContainText("0 × £10.00 = £0.00");
  await expect(history.nth(2)).toContainText("£0.00 (locked)");
  await expect(history.nth(2)).toContainText("Unlock by reaching 26+ active referrals");
  await expect(region(page, "Commission History")).toContainText("Total Commission Pending:£5.00");
  const isRules = (path: string) => path.endsWith(".wasm");
  expect(loaded.filter(isRules), "the rules are fetched where a statement is opened").toEqual([]);
  await button(page, /^Statement of/).click();
  const statement = dialog(page, monthName(monthFromNow(-2)));
  await expect(statement.getByText("Checked by your browser")).toBeVisible();
  expect(loaded.filter(isRules)).toHaveLength(1);
  await expect(statement.getByRole("definition")).toHaveText(["1", "0", "£5.00"]);
  await expect(statement.getByRole("list", { name: "Commissions" }).getByRole("listitem")).toHaveText([
    /^Tier 1 \(1-25\)1 × £5\.00 = £5\.00£5\.00pending$/,
  ]);
  await expect(statement.getByRole("list").last().getByRole("listitem")).toHaveText([
    /^1Blue Door BakeryPaid from 02 [A-Z][a-z]{2} \d{4}/,
  ]);
  await axe(page, "a statement");
  const csv = decodeURIComponent(
    (await statement.getByRole("link", { name: "CSV" }).getAttribute("href")) ?? "",
  );
  expect(csv).toContain(`${monthKey(monthFromNow(-2)).slice(0, 7)},direct,5.00,1,5.00,pending,`);
  await button(page, "Close").click();
  // An unexplained penny.
  await sayso.change(
    "UPDATE affiliate_commissions SET active_clients_count = 2, commission_amount = 1000 WHERE affiliate_id = ?",
    partner.id,
  );
  await page.reload();
  await button(page, /^Statement of/).click();
  await expect(statement.getByRole("alert").getByRole("paragraph")).toHaveText([
    "Your browser works out £5.00; these commissions add up to £10.00. The difference is −£5.00.",
    "Tier 1 (1-25): this statement says £10.00 for 2 clients, your browser works out £5.00 for 1 client. The difference is −£5.00.",
    "Please tell us.",
  ]);
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
    Array.from({ length: 25 }, () => ({ paid: [{ from: new Date(Date.now() - DAY) }] })),
  );
  await page.goto(`/affiliates/dashboard?adminView=true&affiliateId=${partner.id}`);
  await expect(region(page, "Unlock Higher Earnings!")).toContainText("25 / 25");
  await addReferrals(sayso, partner.id, [{ paid: [{ from: new Date(Date.now() - DAY) }] }]);
  await page.reload();
  await expect(page.getByRole("note"), admin.email).toHaveText(
    `Admin View Mode: You are viewing ${partner.first_name}'s dashboard as an administrator.`,
  );
  await expect(region(page, "Tier 2 Unlocked!")).toContainText(
    "First 25 referrals: £5 each | Referrals 26+: £10 each",
  );
  await expect(region(page, "Payout account")).toHaveCount(0);
  await page.goto(`/affiliates/dashboard?adminView=true&affiliateId=${crypto.randomUUID()}`);
  await expect(page.getByRole("heading", { name: "Affiliate account not found" })).toBeVisible();
});

const FIGURES = ["Total Referrals", "Active Referrals", "Lifetime Earnings", "Pending Payout"];

const codeOf = async (sayso: Sayso, id: string) =>
  String((await sayso.row("SELECT stripe_coupon_id FROM affiliates WHERE id = ?", id))?.stripe_coupon_id);
