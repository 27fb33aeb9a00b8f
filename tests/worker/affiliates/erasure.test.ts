// A partner's data: exported, erased after leaving, and undecided applications.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { PartnerExport } from "#api/generated/affiliate.ts";
import { addApplication, addPartner, application, apply } from "../../support/people/partner/affiliates.ts";
import { adminCalls } from "../../support/people/admin/admin-calls.ts";
import {
  addReferrals,
  calculate,
  DAY,
  monthFromNow,
  monthKey,
  paying,
  payOut,
} from "../../support/people/partner/referrals.ts";
import { addUser, call, signIn } from "../../support/people/owner/users.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

const MONTH = monthFromNow(-3);
const PASSWORD = "seven quiet geese";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});

/** Runs the schedule that closes the month before. */
const close = () => sayso.schedule(new Date(), "2 * * * *");
after(() => sayso.close());
const { cookie: adminCookie } = adminCalls(() => sayso);

type PartnerOptions = { clients?: number; leftDaysAgo?: number | null; roles?: ("admin" | "affiliate")[] };

/** A partner of an earlier time who has left, and its session. */
async function partner({ clients = 0, leftDaysAgo = 40, roles = ["affiliate"] }: PartnerOptions = {}) {
  const user = await addUser(sayso, { roles, password: PASSWORD });
  const found = await addPartner(sayso, user.id);
  await sayso.change(
    "UPDATE affiliates SET email = ?, approved_at = 1, created_at = 1, notes = 'Met ' || surname, left_at = ? WHERE id = ?",
    user.email,
    leftDaysAgo === null ? null : Date.now() - leftDaysAgo * DAY,
    found.id,
  );
  await addReferrals(
    sayso,
    found.id,
    Array.from({ length: clients }, () => paying(MONTH)),
  );
  await close();
  if (clients > 0) assert.equal((await calculate(sayso, await adminCookie(), MONTH)).status, 200);
  return { ...found, email: user.email, user, cookie: await signIn(sayso, user, "affiliate") };
}
type Partner = Awaited<ReturnType<typeof partner>>;

const erase = async ({ cookie }: Partner, password = PASSWORD) => {
  const answer = await call(sayso, "POST", "/api/affiliate/erasure", { cookie, body: { password } });
  return { status: answer.status, ...((await answer.json()) as { code?: string; error?: string }) };
};
const eraseAsAdmin = async ({ id }: Partner, reason: string) => {
  const path = `/api/affiliate/erasure?affiliateId=${id}`;
  const answer = await call(sayso, "POST", path, { cookie: await adminCookie(), body: { reason } });
  return { status: answer.status, ...((await answer.json()) as { code?: string }) };
};
const rowOf = ({ id }: { id: string }) => sayso.row("SELECT * FROM affiliates WHERE id = ?", id);
/** Every stored text that contains this one. */
async function mentions(text: string): Promise<string[]> {
  const tables = await sayso.rows(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\' AND name NOT LIKE 'sqlite%'",
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await sayso.rows(`SELECT * FROM ${name}`);
    if (rows.some((row) => JSON.stringify(row).toLowerCase().includes(text.toLowerCase())))
      found.push(String(name));
  }
  return found;
}

test("AFF21 AFF25 a partner takes everything along that is known of it, and nobody else's", async () => {
  const found = await partner({ clients: 2, leftDaysAgo: null });
  const answer = await call(sayso, "GET", "/api/affiliate/export", { cookie: found.cookie });
  assert.equal(answer.headers.get("content-disposition"), 'attachment; filename="sayso-partner.json"');
  const all = (await answer.json()) as PartnerExport;
  assert.equal(all.email, found.email);
  assert.equal(all.dashboard.surname, found.surname);
  assert.equal(all.dashboard.referrals.length, 2);
  assert.equal(all.dashboard.months[0]?.month, monthKey(MONTH));
  assert.equal(all.appliedAt, 1);
  assert.match(all.notes, /^Met /, "what admins have noted");
  const other = await partner({ leftDaysAgo: null });
  const foreign = await call(sayso, "GET", `/api/affiliate/export?affiliateId=${found.id}`, {
    cookie: other.cookie,
  });
  assert.equal(foreign.status, 404);
});

test("a former partner may have everything erased with its password, and apply again (COM14)", async () => {
  const found = await partner();
  await sayso.change("UPDATE affiliates SET address = ? WHERE id = ?", `1 ${found.surname} Street`, found.id);
  const wrong = await erase(found, "not this one");
  assert.equal(wrong.status, 400, JSON.stringify(wrong));
  assert.deepEqual(await mentions(found.email).then((all) => all.length > 0), true);
  assert.equal((await erase(found)).status, 200);
  assert.deepEqual(await mentions(found.email), []);
  assert.deepEqual(await mentions(found.surname), []);
  assert.equal((await call(sayso, "GET", "/api/affiliate/dashboard", { cookie: found.cookie })).status, 401);
  const again = await apply(sayso, application({ email: found.email }));
  assert.equal(again.status, 200);
  assert.equal(
    (await sayso.row("SELECT status FROM affiliates WHERE email = ?", found.email))?.status,
    "pending",
  );
});

test("COM14 the promotion code of an erased partner is forgotten once Stripe has switched it off", async () => {
  const found = await partner();
  await sayso.change("UPDATE affiliates SET code_unsettled = 1 WHERE id = ?", found.id);
  const { stripe_coupon_id: code } = (await rowOf(found)) ?? {};
  assert.equal((await erase(found)).status, 200);
  assert.equal((await rowOf(found))?.stripe_coupon_id, code, "it has to be switched off yet");
  await sayso.schedule(new Date(), "*/10 * * * *");
  assert.deepEqual(
    [(await rowOf(found))?.stripe_coupon_id, (await rowOf(found))?.code_unsettled],
    [`ERASED-${found.id.toUpperCase()}`, 0],
  );
});

test("COM14 an admin erases a partner with a reason; the account stays where it is for something else", async () => {
  const found = await partner({ roles: ["affiliate", "admin"] });
  assert.equal((await eraseAsAdmin(found, " ")).status, 400);
  const both = await Promise.all([
    eraseAsAdmin(found, "Asked by letter."),
    eraseAsAdmin(found, "Asked by letter."),
  ]);
  assert.deepEqual(
    both.map(({ status }) => status),
    [200, 200],
  );
  assert.ok((await rowOf(found))?.erased_at);
  const audit = await sayso.rows(
    "SELECT after FROM audit_log WHERE subject = ? AND action = 'affiliate.erase'",
    found.id,
  );
  assert.equal(audit.length, 1, "once");
  const user = await sayso.row("SELECT email, password_hash FROM users WHERE id = ?", found.user.id);
  assert.equal(user?.email, found.email);
  assert.ok(user?.password_hash);
  const roles = await sayso.rows("SELECT role FROM user_roles WHERE user_id = ?", found.user.id);
  assert.deepEqual(roles, [{ role: "admin" }]);
});

test("COM14 RET04 with a partner all mails about it go, also where its account stays for something else", async () => {
  const found = await partner({ roles: ["affiliate", "admin"] });
  const mails = [
    ["affiliate_approved", found.id],
    ["partnership_ended", found.id],
    ["month_closed", `${found.id}/${monthKey(MONTH)}`],
    ["payout_made", `${found.id}/po_1/sent/0`],
    ["payout_delayed", `${found.id}/po_1/failed/1`],
    ["password_reset", "of the account"],
  ] as const;
  for (const [template, subject] of mails)
    await sayso.change(
      `INSERT INTO emails (id, template, subject_id, recipient, params, status, created_at)
       VALUES (?1 || ?2, ?1, ?2, ?3, '{}', 'sent', 1)`,
      template,
      subject,
      found.email,
    );
  assert.equal((await eraseAsAdmin(found, "Asked by letter.")).status, 200);
  const left = await sayso.rows(
    "SELECT template FROM emails WHERE recipient = ? AND created_at = 1",
    found.email,
  );
  assert.deepEqual(left, [{ template: "password_reset" }]);
});

test("COM14 COM08 nothing is erased before the partnership is over, or while money is due", async () => {
  const still = await partner({ leftDaysAgo: null });
  assert.equal((await erase(still)).code, "still_partner");
  const earning = await partner({ leftDaysAgo: 10 });
  assert.match((await erase(earning)).error ?? "", /^This partnership earns until \d+ \w+ \d{4}\./);
  const owed = await partner({ clients: 5 });
  assert.equal((await erase(owed)).code, "money_due");
  assert.equal((await rowOf(owed))?.erased_at, null);
  const unpaid = await partner();
  await sayso.change(
    `INSERT INTO payouts (id, affiliate_id, month_period, amount_pence, paid_at, status, destination)
     VALUES (?1, ?1, ?2, 2500, 1, 'failed', 'acct_1')`,
    unpaid.id,
    monthKey(MONTH),
  );
  assert.equal((await erase(unpaid)).status, 409, "a transfer that failed is owed still");
  const little = await partner({ clients: 4 });
  assert.equal((await erase(little)).status, 200, "what is below the least payout is given up");
});

test("COM14 nothing is erased before the last month that a partner earns in is counted", async () => {
  const found = await partner();
  await sayso.change("DELETE FROM commission_months");
  assert.equal((await erase(found)).code, "last_month_open");
  assert.equal((await rowOf(found))?.erased_at, null);
  await close();
  assert.equal((await erase(found)).status, 200);
});

test("keeps a paid partner's name beside the payouts for seven years, and the amounts for good (COM14 RET04)", async () => {
  const found = await partner({ clients: 5 });
  assert.equal((await payOut(sayso, await adminCookie(), found.id, MONTH)).status, 200);
  // The audit log has the payout's outcome under its id, with the partner's name.
  await sayso.change(
    `INSERT INTO audit_log (id, at, actor_id, actor, action, subject, subject_name, before, after)
     SELECT 'settled', paid_at, (SELECT id FROM users LIMIT 1), 'admin', 'payout.settle', id, ?2, '{}', '{}' FROM payouts WHERE affiliate_id = ?1`,
    found.id,
    `Pat ${found.surname}`,
  );
  assert.equal((await erase(found)).status, 200);
  assert.deepEqual(await mentions(found.email), []);
  assert.equal((await rowOf(found))?.surname, found.surname);
  const seven = new Date();
  seven.setUTCFullYear(seven.getUTCFullYear() + 7);
  await sayso.schedule(new Date(seven.getTime() - 2 * DAY));
  assert.equal((await rowOf(found))?.surname, found.surname);
  await sayso.schedule(new Date(seven.getTime() + 2 * DAY));
  assert.deepEqual(await mentions(found.surname), []);
  const paid = await sayso.row("SELECT amount_pence FROM payouts WHERE affiliate_id = ?", found.id);
  assert.equal(paid?.amount_pence, 2500);
});

test("RET04 AFA02 an application that nobody decides goes after 180 days, and its mail with it", async () => {
  const [old, young] = [await addApplication(sayso), await addApplication(sayso)];
  const ago = (days: number) => Date.now() - days * DAY;
  await sayso.change("UPDATE affiliates SET created_at = ? WHERE id = ?", ago(181), old.id);
  await sayso.change("UPDATE affiliates SET created_at = ? WHERE id = ?", ago(179), young.id);
  await sayso.schedule(new Date());
  assert.equal(await rowOf(old), undefined);
  assert.ok(await rowOf(young));
});
