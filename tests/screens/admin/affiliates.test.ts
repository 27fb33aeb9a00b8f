// Partner applications: configured, approved and rejected; and the list of partners.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { findDialog, holds, noDialog, openAdmin } from "../../support/screens/admin.ts";
import { clearAttempts } from "../../support/screens/login.ts";
import { descriptionOf, eventually, fill, look, textOf } from "../../support/screens/look.ts";
import { openPage, type Page } from "../../support/screens/page.ts";
import { behind } from "../../support/screens/shell.ts";
import { addUser, signIn } from "../../support/people/owner/users.ts";
import { addApplication, addPartner } from "../../support/people/partner/affiliates.ts";
import { addPartners } from "../../support/people/partner/referrals.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

const AFFILIATES = "/clients/admin/affiliates";
const CODE = "Stripe Coupon Code";
const NOTES = "Admin Notes (Optional)";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

const rowOf = (page: Page, email: string) =>
  eventually(() => look(page.all("row").find((one) => textOf(one).includes(email)) ?? assert.fail()));
const newPartner = async () => addPartner(sayso, (await addUser(sayso, { roles: ["affiliate"] })).id);

test("configures an application from its row, and only then approves it (AFA02 AFA03 AFA05 AFA06 AFA07 AFA08 AFA09 AFA10 AFA11 AFA12)", async (t) => {
  const affiliate = await addApplication(sayso);
  const { page } = await openAdmin(t, sayso, AFFILIATES);
  await page.find("heading", "Affiliate Management", { level: 1 });
  await page.find("tab", /^Pending Applications \d+$/);
  const line = await rowOf(page, affiliate.email);
  const headers = look(page.get("table", "Pending Applications")).all("columnheader").map(textOf);
  assert.deepEqual(headers, ["Name", "Email", "Tier", CODE, "Applied", "Actions"]);
  const approve = () => line.get("button", /^Approve/);
  assert.equal(approve().getAttribute("aria-disabled"), "true");
  assert.equal(approve().getAttribute("title"), "Configure Stripe coupon code first");
  line.get("button", /^Reject/);

  await page.user.click(line.getText("Not configured"));
  const first = await findDialog(page, "Configure Affiliate");
  await first.waitForText("has to exist in Stripe before you approve");
  await first.waitForText("No Stripe key is set here");
  const code = first.get("textbox", CODE);
  assert.ok(code.hasAttribute("required"));
  fill(code, "   ");
  await page.click("button", "Save Configuration");
  await page.toast("Validation Error", "Stripe Coupon Code is required");
  await page.click("button", "Cancel");
  await noDialog(page);

  await line.click("button", /^Configure/);
  const chosen = `pat-${crypto.randomUUID().slice(0, 8)}`;
  fill((await findDialog(page, "Configure Affiliate")).get("textbox", CODE), chosen);
  await holds(page, CODE, chosen.toUpperCase());
  fill(page.get("textbox", NOTES), "Met in York.");
  await page.click("button", "Save Configuration");
  const ready = `${affiliate.first_name} ${affiliate.surname} is now ready for approval`;
  await page.toast("Affiliate updated successfully", ready);
  await line.waitForText(chosen.toUpperCase());
  await eventually(() => assert.equal(approve().getAttribute("aria-disabled"), "false"));
  await line.click("button", /^Configure/);
  await findDialog(page, "Configure Affiliate");
  await holds(page, NOTES, "Met in York.");
});

test("says what fails (AFA11 AFA14 AFA16)", async (t) => {
  const partner = await newPartner();
  const affiliate = await addApplication(sayso, {
    code: `PAT-${crypto.randomUUID().slice(0, 8).toUpperCase()}`,
  });
  const { stripe_coupon_id: taken } =
    (await sayso.row("SELECT stripe_coupon_id FROM affiliates WHERE id = ?", partner.id)) ?? {};
  await clearAttempts(sayso);
  const admin = await addUser(sayso, { roles: ["admin"] });
  const BROKEN = /^\/functions\/v1\/create-affiliate-account$|^\/api\/admin\/affiliates\/[^/]+$/;
  let broken = false;
  const server = behind(sayso, ({ path }) =>
    broken && BROKEN.test(path) ? new Response("", { status: 500 }) : undefined,
  );
  const page = await openPage(t, server, AFFILIATES, { cookie: await signIn(sayso, admin, "admin") });
  const line = await rowOf(page, affiliate.email);
  await line.click("button", /^Configure/);
  const code = (await findDialog(page, "Configure Affiliate")).get("textbox", CODE);
  fill(code, String(taken));
  await page.click("button", "Save Configuration");
  await page.toast("Error", "Another partner already has this promo code.");
  await eventually(() => assert.equal(descriptionOf(code), "Another partner already has this promo code."));
  await page.click("button", "Cancel");
  await noDialog(page);

  broken = true;
  await line.click("button", /^Approve/);
  await page.toast("Failed to approve affiliate");
  await line.click("button", /^Reject/);
  await page.click("button", "Reject this application");
  await page.toast("Failed to reject application");
});

test("takes a rejected application from the list (AFA15 AFA16)", async (t) => {
  const affiliate = await addApplication(sayso);
  const { page } = await openAdmin(t, sayso, AFFILIATES);
  await (await rowOf(page, affiliate.email)).click("button", /^Reject/);
  await page.click("button", "Reject this application");
  await page.toast("Application rejected");
  await eventually(() => assert.ok(!page.text().includes(affiliate.email)));
});

const ACTIVE = `${AFFILIATES}?tab=active`;

test("says that a payout which has failed is owed, where no balance waits (AFA17 COM11)", async (t) => {
  const own = await startWorker();
  t.after(() => own.close());
  const { page } = await openAdmin(t, own, ACTIVE);
  const card = look(await page.find("region", "Owed to partners"));
  await card.waitForText("Nothing is owed.");
  const partner = await addPartner(own, (await addUser(own, { roles: ["affiliate"] })).id);
  await own.change(
    `INSERT INTO payouts (id, affiliate_id, month_period, amount_pence, paid_at, status, problem, taken_back)
     VALUES ('p1', ?1, '2026-09-01', 2500, ?2, 'failed', '£25.00 of a payout was taken back in Stripe.', 1)`,
    partner.id,
    Date.now(),
  );
  const { page: later } = await openAdmin(t, own, ACTIVE);
  const owed = look(await later.find("region", "Owed to partners"));
  await owed.waitForText("£25.00 from failed or reversed payouts is also owed.");
  await owed.waitForText("Nothing else is owed.");
});

test("tells a month that was counted and came to nothing from one that was not counted (COM16 COM20)", async (t) => {
  const own = await startWorker();
  t.after(() => own.close());
  await addPartners(own, 1);
  const { page } = await openAdmin(t, own, ACTIVE);
  await eventually(() => assert.match(page.text(), /No commissions calculated yet\. Click "Calculate/));
  await page.click("button", "Calculate Commissions");
  await eventually(() => assert.match(page.text(), /Snapshot of active referrals as of/));
  await eventually(() =>
    assert.match(page.text(), /Nobody had earned a commission for this month by then\./),
  );
  assert.doesNotMatch(page.text(), /No commissions calculated yet/);
});
