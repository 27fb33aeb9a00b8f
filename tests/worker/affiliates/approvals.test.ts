// An admin approves an application or rejects it.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { AffiliatePage } from "#api/generated/affiliate.ts";
import type { SubmitReply } from "#api/generated/public.ts";
import { adminCalls } from "../../support/people/admin/admin-calls.ts";
import {
  addApplication,
  addPartner,
  application,
  apply,
  rowOf,
} from "../../support/people/partner/affiliates.ts";
import { addClient } from "../../support/people/owner/clients.ts";
import { oneTimeLinks } from "../../support/people/owner/one-time-links.ts";
import { tokenHash } from "../../support/runtime/keys.ts";
import { PASSWORD, addUser, call, cookieOf, linkIn, signIn } from "../../support/people/owner/users.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

const DAY_MS = 86_400_000;
let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

const { get, cookie } = adminCalls(() => sayso);
const { mailsTo, mailTo, open, setPassword } = oneTimeLinks(() => sayso);
const randomCode = () => `PAT-${crypto.randomUUID().slice(0, 8).toUpperCase()}`;
const approve = async (affiliateId: string, by?: string) => {
  const answer = await call(sayso, "POST", "/functions/v1/create-affiliate-account", {
    body: { affiliateId },
    cookie: by ?? (await cookie()),
  });
  const { code, error } = (await answer.json()) as SubmitReply;
  return { status: answer.status, code, error };
};
const reject = async (id: string) =>
  call(sayso, "DELETE", `/api/admin/affiliates/${id}`, { cookie: await cookie() });
const list = (status: string, cursor = "") =>
  get<AffiliatePage>(`/api/admin/affiliates?${new URLSearchParams({ status, before: cursor })}`);
const auditEntries = (subject: string) =>
  sayso.rows("SELECT action, subject_name, actor FROM audit_log WHERE subject = ?", subject);

describe("an approval", () => {
  test("AFA13 EML09 AUT31 ENT15 creates an account and mails code and link; setting the first password activates the partner", async () => {
    const code = randomCode();
    const affiliate = await addApplication(sayso, { code });
    assert.equal((await approve(affiliate.id)).status, 200);
    const approved = (await rowOf(sayso, affiliate.email)) ?? {};
    assert.equal(approved.status, "approved");
    assert.ok(Number(approved.approved_at) > 0);
    const user = (await sayso.row("SELECT * FROM users WHERE email = ?", affiliate.email)) ?? {};
    assert.deepEqual([approved.user_id, user.password_hash], [user.id, null]);
    assert.deepEqual(await sayso.rows("SELECT role FROM user_roles WHERE user_id = ?", user.id), [
      { role: "affiliate" },
    ]);
    const mail = await mailTo(affiliate.email, /You are a Sayso partner/);
    for (const part of [affiliate.first_name, code, `${sayso.origin}/?ref=${code}`, "£10 less every month"])
      assert.ok(mail.text.includes(part), part);
    const { url, type, token } = linkIn(mail);
    assert.deepEqual([url.pathname, type], ["/affiliates/login", "invite"]);
    const link = await sayso.row("SELECT * FROM one_time_links WHERE token_hash = ?", tokenHash(token));
    assert.equal(link?.expires_at - link?.created_at, 7 * DAY_MS);
    assert.ok(
      !JSON.stringify(await sayso.rows("SELECT * FROM emails")).includes(token),
      "no row contains the token",
    );
    assert.deepEqual(
      (await auditEntries(affiliate.id)).map(({ action, subject_name }) => [action, subject_name]),
      [["affiliate.approve", `${affiliate.first_name} ${affiliate.surname}`]],
    );

    const session = cookieOf(await open(token)) ?? "";
    assert.equal((await setPassword(session, "short77")).status, 400, "AUT26");
    assert.equal((await setPassword(session, "fresh plums 7")).status, 200);
    assert.equal((await rowOf(sayso, affiliate.email))?.status, "active");
    await signIn(sayso, { id: user.id, email: affiliate.email, password: "fresh plums 7" }, "affiliate");
    assert.equal((await open(token)).status, 410, "the link opens once");
    assert.equal((await mailsTo(affiliate.email)).length, 1, "no mail meant for clients");
  });

  test("AFA13 concurrent approvals create one account, one mail and one audit entry, and all return 200", async () => {
    const affiliate = await addApplication(sayso, { code: randomCode() });
    const admin = await cookie();
    const answers = await Promise.all(Array.from({ length: 6 }, () => approve(affiliate.id, admin)));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200, 200, 200],
    );
    assert.equal((await sayso.rows("SELECT id FROM users WHERE email = ?", affiliate.email)).length, 1);
    await mailTo(affiliate.email, /You are a Sayso partner/);
    assert.equal((await approve(affiliate.id)).status, 200);
    const mails = await sayso.rows("SELECT id FROM emails WHERE recipient = ?", affiliate.email);
    assert.deepEqual([mails.length, (await auditEntries(affiliate.id)).length], [1, 1]);
  });

  test("AFA12 is refused without a code, and returns 404 for an unknown application", async () => {
    const affiliate = await addApplication(sayso);
    assert.deepEqual(await approve(affiliate.id), {
      status: 409,
      code: "code_needed",
      error: "Please configure the Stripe coupon code before approving this affiliate",
    });
    assert.equal((await approve(crypto.randomUUID())).status, 404);
    assert.equal(await sayso.row("SELECT 1 FROM users WHERE email = ?", affiliate.email), undefined);
    assert.deepEqual(await mailsTo(affiliate.email), []);
    await assert.rejects(
      sayso.change("UPDATE affiliates SET status = 'approved' WHERE id = ?", affiliate.id),
      /constraint/i,
    );
  });

  test("AFA13 EML09 a client who becomes a partner keeps the account, its password and the client", async () => {
    const client = await addClient(sayso);
    const owner = await addUser(sayso, { clientId: client.id, email: `Owner-${client.id}@Shops.Example` });
    const affiliate = await addApplication(sayso, { code: randomCode(), email: owner.email.toLowerCase() });
    assert.equal((await approve(affiliate.id)).status, 200);
    const row = await rowOf(sayso, affiliate.email);
    assert.deepEqual([row?.user_id, row?.status], [owner.id, "active"], "already has a password");
    const mail = await mailTo(affiliate.email, /You are a Sayso partner/);
    assert.match(mail.text, /your current password/);
    await signIn(sayso, { ...owner, password: PASSWORD }, "affiliate");
    const own = await signIn(sayso, owner, "client");
    assert.equal((await call(sayso, "GET", "/api/client/dashboard", { cookie: own })).status, 200);
  });

  test("AFA13 rejects an address whose account already belongs to another partner", async () => {
    const user = await addUser(sayso, { roles: ["affiliate"] });
    const partner = await addPartner(sayso, user.id);
    const affiliate = await addApplication(sayso, { code: randomCode(), email: user.email });
    const { status, code } = await approve(affiliate.id);
    assert.deepEqual([status, code], [409, "partner_taken"]);
    assert.equal((await rowOf(sayso, user.email))?.status, "pending");
    // Another spelling of the address is the same person, who could otherwise sponsor themselves and be paid twice.
    const email = partner.email.replace("@", "+two@");
    assert.equal((await apply(sayso, application({ email }))).status, 200);
    await sayso.change("UPDATE affiliates SET stripe_coupon_id = ? WHERE email = ?", randomCode(), email);
    const refused = await approve(String((await rowOf(sayso, email))?.id));
    assert.deepEqual([refused.status, refused.code], [409, "partner_taken"]);
  });
});

describe("a rejection", () => {
  test("AFA15 AFA16 AUT31 deletes the application and its mails, keeps the audit entry, and lets the address apply again", async () => {
    const form = application();
    assert.equal((await apply(sayso, form)).status, 200);
    const first = (await rowOf(sayso, form.email)) ?? {};
    assert.equal((await reject(first.id)).status, 200);
    assert.equal(await rowOf(sayso, form.email), undefined);
    assert.ok((await list("pending")).affiliates.every(({ id }) => id !== first.id));
    const mails = await sayso.rows("SELECT id FROM emails WHERE subject_id LIKE ?", `${first.id}%`);
    assert.deepEqual(mails, []);
    const [entry] = await auditEntries(first.id);
    assert.deepEqual([entry?.action, entry?.subject_name], ["affiliate.reject", `Pat ${form.surname}`]);
    assert.ok(entry?.actor);
    assert.equal((await reject(first.id)).status, 404);
    assert.equal((await apply(sayso, form)).status, 200);
    assert.notEqual((await rowOf(sayso, form.email))?.id, first.id);
  });

  test("AFA15 refuses to reject a partner; of a concurrent rejection and approval exactly one takes effect", async () => {
    const partner = await addPartner(sayso, (await addUser(sayso, { roles: ["affiliate"] })).id);
    const refused = await reject(partner.id);
    assert.deepEqual(
      [refused.status, ((await refused.json()) as SubmitReply).code],
      [409, "application_decided"],
    );
    for (let n = 0; n < 5; n += 1) {
      const affiliate = await addApplication(sayso, { code: randomCode() });
      await Promise.all([approve(affiliate.id), reject(affiliate.id)]);
      const row = await rowOf(sayso, affiliate.email);
      const user = await sayso.row("SELECT id FROM users WHERE email = ?", affiliate.email);
      const mail = await sayso.row("SELECT id FROM emails WHERE recipient = ?", affiliate.email);
      const actions = (await auditEntries(affiliate.id)).map(({ action }) => action);
      if (row)
        assert.deepEqual([row.user_id, Boolean(mail), actions], [user?.id, true, ["affiliate.approve"]]);
      else assert.deepEqual([user, mail, actions], [undefined, undefined, ["affiliate.reject"]]);
    }
  });

  test("refuses to configure a decided application (AFA03)", async () => {
    const partner = await addPartner(sayso, (await addUser(sayso, { roles: ["affiliate"] })).id);
    const answer = await call(sayso, "PUT", `/api/admin/affiliates/${partner.id}`, {
      body: { stripe_coupon_id: "OTHER", notes: "" },
      cookie: await cookie(),
    });
    assert.deepEqual(
      [answer.status, ((await answer.json()) as SubmitReply).code],
      [409, "application_decided"],
    );
  });
});

describe("the lists", () => {
  test("lists applications and partners, newest first, with tier, sponsor and code (AFA01 AFA02 AFA17 AFA18 RTE14)", async () => {
    const user = await addUser(sayso, { roles: ["affiliate"] });
    const partner = await addPartner(sayso, user.id);
    const name = `${partner.first_name} ${partner.surname}`;
    const form = application({ sponsorName: name });
    assert.equal((await apply(sayso, form)).status, 200);
    const { affiliates, pending } = await list("pending");
    assert.equal(pending, affiliates.length);
    assert.ok(affiliates.every(({ status }) => status === "pending"));
    const times = affiliates.map(({ created_at }) => created_at);
    assert.deepEqual(
      times,
      times.toSorted((a, b) => b - a),
    );
    const applied = affiliates.find(({ email }) => email === form.email);
    assert.deepEqual(
      [applied?.tier, applied?.sponsor_name, applied?.sponsor_email, applied?.stripe_coupon_id],
      [2, name, partner.email, null],
    );
    const active = await list("active");
    assert.ok(active.affiliates.every(({ status }) => status !== "pending"));
    const [newest] = active.affiliates;
    assert.deepEqual([newest?.id, newest?.tier, newest?.status], [partner.id, 1, "active"]);
    assert.equal(active.pending, pending);
  });

  test("AFA02 lists 50 applications per page, each exactly once", async () => {
    for (let n = 0; n < 55; n += 1) await addApplication(sayso);
    const first = await list("pending");
    const second = await list("pending", first.next ?? "");
    assert.equal(first.affiliates.length, 50);
    const ids = [...first.affiliates, ...second.affiliates].map(({ id }) => id);
    assert.deepEqual([new Set(ids).size, second.next], [ids.length, null]);
    assert.equal(ids.length, first.pending);
  });
});
