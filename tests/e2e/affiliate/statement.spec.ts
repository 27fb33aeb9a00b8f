// A partner's monthly statement: as a PDF, in print, after referrals were reassigned, and if its check does not load.
import { readFile } from "node:fs/promises";
import type { BrowserContext, Page } from "@playwright/test";
import { extractImages, extractText, getDocumentProxy } from "unpdf";
import { addPartner } from "../../support/people/partner/affiliates.ts";
import { addReferrals, monthFromNow, monthKey, paying } from "../../support/people/partner/referrals.ts";
import { addUser } from "../../support/people/owner/users.ts";
import type { Sayso } from "../../support/runtime/worker.ts";
import { axe } from "../axe.ts";
import { dialog } from "../admin/admin.ts";
import { button, expect, replaceableBuild, toast } from "../sayso.ts";
import { monthName, partnerOf, PHONE, test } from "./partner.ts";

test.describe.configure({ mode: "serial" });

const PAPER_MARGIN = { top: "1cm", bottom: "1cm", left: "1cm", right: "1cm" };

/** Closes last month; a test of another file may have had it closed already. */
async function closeLastMonth(sayso: Sayso) {
  await sayso.change("DELETE FROM commission_months");
  await sayso.schedule(new Date(monthFromNow(0).getTime() + 120_000), "2 * * * *");
}

/** A partner with `clients` clients in the last month, and its statement, open. */
async function openStatement(page: Page, context: BrowserContext, sayso: Sayso, clients: number) {
  const { id } = await partnerOf(sayso, context);
  await addReferrals(
    sayso,
    id,
    Array.from({ length: clients }, () => paying(monthFromNow(-1))),
  );
  await closeLastMonth(sayso);
  await page.goto("/affiliates/dashboard");
  await button(page, `Statement of ${monthName(monthFromNow(-1))}`).click();
  return { id, statement: dialog(page, monthName(monthFromNow(-1))) };
}

test("AFF25 a partner downloads a statement as PDF, also with a name that PDF's own fonts cannot write", async ({
  page,
  context,
  sayso,
}) => {
  const { id } = await partnerOf(sayso, context);
  await sayso.change("UPDATE affiliates SET surname = 'Παπαδοπούλου' WHERE id = ?", id);
  await addReferrals(sayso, id, [paying(monthFromNow(-1))]);
  await closeLastMonth(sayso);
  await page.goto("/affiliates/dashboard");
  await button(page, `Statement of ${monthName(monthFromNow(-1))}`).click();
  const download = page.waitForEvent("download");
  await button(page, "PDF").click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`sayso-${monthKey(monthFromNow(-1)).slice(0, 7)}.pdf`);
  const pdf = await getDocumentProxy(new Uint8Array(await readFile(await file.path())));
  const { text } = await extractText(pdf, { mergePages: true });
  expect(text).toContain("Checked by your browser: £5.00");
  const [drawn] = await extractImages(pdf, 1);
  expect(drawn?.width, "the name is drawn").toBeGreaterThan(drawn?.height ?? 0);
});

test("AFF21 AFF25 a statement of 28 clients is printed whole, light and alone, on two pages", async ({
  page,
  context,
  sayso,
}) => {
  const { id, statement } = await openStatement(page, context, sayso, 28);
  await expect(statement.getByText("Checked by your browser")).toBeVisible();
  await button(page, "Close").click();
  await sayso.change(
    `UPDATE clients SET company_name = 'Shop no ' || (SELECT count(*) FROM affiliate_referrals o WHERE o.affiliate_id = r.affiliate_id AND o.id <= r.id)
       FROM affiliate_referrals r WHERE r.client_id = clients.id AND r.affiliate_id = ?`,
    id,
  );
  // With a visible toast, in dark mode.
  await page.emulateMedia({ colorScheme: "dark" });
  await page.reload();
  await button(page, "Connect Stripe Account").click();
  await button(page, `Statement of ${monthName(monthFromNow(-1))}`).click();
  await expect(toast(page, "Stripe Connect integration coming soon!")).toBeVisible();
  await expect(statement.getByText("Shop no 28", { exact: true })).toBeVisible();
  const pdf = await getDocumentProxy(new Uint8Array(await page.pdf({ format: "A4", margin: PAPER_MARGIN })));
  const { totalPages, text } = await extractText(pdf, { mergePages: true });
  expect(totalPages).toBe(2);
  const printed = text.replaceAll(/\s+/g, " ");
  for (let shop = 1; shop <= 28; shop += 1)
    expect(printed.match(new RegExp(`Shop no ${shop} Paid from`, "g")), `Shop no ${shop}`).toHaveLength(1);
  expect(printed.match(/Statement of/g)).toHaveLength(1);
  expect(printed).toContain("Checked by your browser");
  for (const absent of ["coming soon", "Your Referrals", "Leave the programme", "CSV"])
    expect(printed, absent).not.toContain(absent);
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  expect(await page.evaluate(() => getComputedStyle(document.body).color), "dark ink").toBe(
    "rgb(26, 21, 16)",
  );
  await page.emulateMedia({ media: null, colorScheme: null });
});

test("AFF21 AFF25 INV50 a statement names its clients after one went to another partner and another came in", async ({
  page,
  context,
  sayso,
}) => {
  const { id, statement } = await openStatement(page, context, sayso, 3);
  await expect(statement.getByText("Checked by your browser")).toBeVisible();
  await button(page, "Close").click();
  const referrals = await sayso.rows(
    "SELECT id, client_id FROM affiliate_referrals WHERE affiliate_id = ? ORDER BY referral_date, id",
    id,
  );
  const rename = (index: number, name: string) =>
    sayso.change("UPDATE clients SET company_name = ? WHERE id = ?", name, referrals[index]?.client_id);
  await rename(1, "Own, Shop");
  await rename(2, "=1+1");
  const other = await addPartner(sayso, (await addUser(sayso, { roles: ["affiliate"] })).id);
  await sayso.change(
    "UPDATE affiliate_referrals SET affiliate_id = ? WHERE id = ?",
    other.id,
    referrals[0]?.id,
  );
  await addReferrals(sayso, id, [{ ...paying(monthFromNow(-1)), began: monthFromNow(-3) }]);
  await page.setViewportSize(PHONE);
  await page.reload();
  await button(page, `Statement of ${monthName(monthFromNow(-1))}`).click();
  await expect(statement.getByRole("list").last().getByRole("listitem")).toHaveText([
    /^1No longer your referralPaid from/,
    /^2Own, ShopPaid from/,
    /^3=1\+1Paid from/,
  ]);
  await expect(statement).not.toContainText("numbers of your referrals");
  const csv = decodeURIComponent(
    (await statement.getByRole("link", { name: "CSV" }).getAttribute("href")) ?? "",
  );
  for (const cell of ['own,1,"No longer your referral",', 'own,2,"Own, Shop",', `own,3,"'=1+1",`])
    expect(csv).toContain(cell);
});

test("AFF23 COM11 COM24 a payout that was taken back is delayed on the dashboard, on the statement, and in its file", async ({
  page,
  context,
  sayso,
}) => {
  const { id } = await partnerOf(sayso, context);
  await addReferrals(
    sayso,
    id,
    Array.from({ length: 5 }, () => paying(monthFromNow(-1))),
  );
  await closeLastMonth(sayso);
  const payout = crypto.randomUUID();
  const [made, back] = [Date.UTC(2026, 11, 7), Date.UTC(2026, 11, 10)];
  await sayso.change(
    `INSERT INTO payouts (id, affiliate_id, month_period, amount_pence, paid_at, status, taken_back, returned_at)
     VALUES (?1, ?2, ?3, 2500, ?4, 'failed', 1, ?5)`,
    payout,
    id,
    monthKey(monthFromNow(-1)),
    made,
    back,
  );
  await sayso.change(
    "UPDATE affiliate_commissions SET status = 'paid', paid_at = ?, payout_id = ? WHERE affiliate_id = ?",
    made,
    payout,
    id,
  );
  await page.setViewportSize(PHONE);
  await page.goto("/affiliates/dashboard");
  const history = page.getByRole("list", { name: "Commission History" });
  await expect(history).toContainText("delayed");
  await expect(history).not.toContainText("Dec 07, 2026");
  await button(page, `Statement of ${monthName(monthFromNow(-1))}`).click();
  const statement = dialog(page, monthName(monthFromNow(-1)));
  await expect(statement.getByRole("list", { name: "Commissions" })).toContainText("delayed");
  await expect(statement.getByRole("region", { name: "Payouts" }).getByRole("listitem")).toHaveText([
    new RegExp(`^Payout, for the months up to ${monthName(monthFromNow(-1))}${payout}£25\\.0007 Dec 2026$`),
    new RegExp(
      `^Taken back, for the months up to ${monthName(monthFromNow(-1))}${payout}−£25\\.0010 Dec 2026$`,
    ),
  ]);
  const csv = decodeURIComponent(
    (await statement.getByRole("link", { name: "CSV" }).getAttribute("href")) ?? "",
  );
  expect(csv).toContain(`,25.00,delayed,,${payout},`);
  expect(csv).toContain(`${payout},2026-12-10,Taken back,-25.00,GBP,`);
  await axe(page, "a statement whose payout was taken back");
});

test("AFF25 a browser without WebAssembly shows the statement, and one that lost the check tries again", async ({
  page,
  context,
  sayso,
}) => {
  await page.route("**/*.wasm", (route) => route.abort());
  const { statement } = await openStatement(page, context, sayso, 2);
  await expect(statement.getByText("Not checked: the check did not load.")).toBeVisible();
  await page.unroute("**/*.wasm");
  await button(page, "Check again").click();
  await expect(statement.getByText("Checked by your browser")).toBeVisible();
  // Like Lockdown Mode.
  await page.addInitScript(() => Reflect.deleteProperty(window, "WebAssembly"));
  await page.reload();
  await button(page, `Statement of ${monthName(monthFromNow(-1))}`).click();
  await expect(statement.getByText("Not checked: this browser cannot run the check.")).toBeVisible();
  await expect(statement.getByRole("definition")).toHaveText(["£10.00"]);
  await expect(statement.getByRole("list").last().getByRole("listitem")).toHaveText([
    /^1Blue Door BakeryPaid from/,
    /^2Blue Door BakeryPaid from/,
  ]);
  await axe(page, "a statement that was not checked");
  for (const name of ["PDF", "Print"]) await expect(button(page, name)).toBeEnabled();
});

test("AFF25 RTE02 a new version of the product: the page that cannot make the PDF any more is loaded anew by itself", async ({
  page,
  context,
  sayso,
}) => {
  const { replace } = await replaceableBuild(page);
  await openStatement(page, context, sayso, 2);
  replace();
  const again = page.waitForEvent("load");
  await button(page, "PDF").click();
  await again;
  await button(page, `Statement of ${monthName(monthFromNow(-1))}`).click();
  const saved = page.waitForEvent("download");
  await button(page, "PDF").click();
  expect((await saved).suggestedFilename()).toMatch(/^sayso-.*\.pdf$/);
});
