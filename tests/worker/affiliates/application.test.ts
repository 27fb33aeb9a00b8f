// Applications to become a partner.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { SubmitReply } from "#api/generated/public.ts";
import { adminCalls } from "../../support/people/admin/admin-calls.ts";
import {
  addApplication,
  addPartner,
  application,
  apply,
  rowOf,
} from "../../support/people/partner/affiliates.ts";
import { addUser, call } from "../../support/people/owner/users.ts";
import { proofOfWork } from "#media/challenge/proof-of-work.ts";
import { runJobs, startWorker, type Sayso, until } from "../../support/runtime/worker.ts";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

const { cookie } = adminCalls(() => sayso);
const faultsOf = async (answer: Response) => ((await answer.json()) as SubmitReply).fields ?? {};
const find = async (name: string) => {
  const path = `/api/public/get_affiliate_by_sponsor_name?${new URLSearchParams({ _sponsor_name: name })}`;
  return (await (await sayso.fetch(path)).json()) as { id: string }[];
};
const sponsor = async () => addPartner(sayso, (await addUser(sayso, { roles: ["affiliate"] })).id);

/** Applications of the last hour that nobody has decided: the next one of a test is the first to its admins. */
const quietHour = () =>
  sayso.change("UPDATE affiliates SET created_at = created_at - 3600000 WHERE status = 'pending'");

describe("an application", () => {
  test("AFF03 AFF07 ENT08 ENT15 is kept as pending, trimmed, with its address in lower case, and no tier of its own", async () => {
    const form = application({ firstName: "  Pat ", email: `Pat-${crypto.randomUUID()}@Partners.Example` });
    const answer = await apply(sayso, form);
    assert.equal(answer.status, 200);
    const row = (await rowOf(sayso, form.email.toLowerCase())) ?? {};
    assert.deepEqual(
      [row.status, row.first_name, row.surname, row.sponsor_id, row.user_id, row.stripe_coupon_id],
      ["pending", "Pat", form.surname, null, null, null],
    );
    assert.ok(Math.abs(Number(row.created_at) - Date.now()) < 60_000);
    assert.ok(!("tier" in row), "it is derived");
  });

  test("AFF03 AFF04 needs both names and an address, and says which is wrong", async () => {
    for (const field of ["firstName", "surname"]) {
      const answer = await apply(sayso, application({ [field]: " " }));
      assert.deepEqual([answer.status, Object.keys(await faultsOf(answer))], [400, [field]]);
    }
    for (const email of ["", "pat", "pat@partners", "pat @partners.example"]) {
      const answer = await apply(sayso, application({ email }));
      assert.deepEqual(await faultsOf(answer), { email: "Please enter a valid email address" }, email);
    }
    const answer = await apply(sayso, application({ surname: "a\r\nBcc: x@y.example" }));
    assert.equal(answer.status, 400, "INV47");
    assert.equal((await apply(sayso, { firstName: 7 })).status, 400);
  });

  test("AFF05 an address that has applied is refused, whatever its case, also once it is a partner's", async () => {
    const duplicate = { email: "An application with this email already exists" };
    const form = application();
    assert.equal((await apply(sayso, form)).status, 200);
    const again = await apply(sayso, application({ email: form.email.toUpperCase() }));
    assert.deepEqual([again.status, await faultsOf(again)], [400, duplicate]);
    const partner = await sponsor();
    assert.deepEqual(await faultsOf(await apply(sayso, application({ email: partner.email }))), duplicate);
  });

  test("AFF05 INV70 asking costs a little work, and the address's owner hears of it once a day", async () => {
    const partner = await sponsor();
    const form = application({ email: partner.email });
    const asked = await call(sayso, "POST", "/api/public/affiliates", { body: form });
    const reply = (await asked.json()) as SubmitReply;
    assert.deepEqual([asked.status, reply.code, reply.fields], [429, "challenge_required", undefined]);
    const other = await proofOfWork(reply.challenge ?? "");
    const foreign = await call(sayso, "POST", "/api/public/affiliates", {
      body: { ...application(), challenge: other },
    });
    assert.equal(foreign.status, 429, "a solution is for one address");
    assert.equal((await apply(sayso, form)).status, 400);
    assert.equal((await apply(sayso, application({ email: partner.email }))).status, 400);
    const mail = await until("the mail", async () =>
      (await sayso.mails()).find((one) => [one.to].flat().includes(partner.email)),
    );
    assert.equal(mail.subject, "Your address was used to apply again");
    assert.match(mail.text, /You are a partner already\. Nothing has changed\./);
    const sent = await sayso.rows(
      "SELECT 1 FROM emails WHERE template = 'application_repeated' AND recipient = ?",
      partner.email,
    );
    assert.equal(sent.length, 1);
    const pending = application();
    assert.equal((await apply(sayso, pending)).status, 200);
    assert.equal((await apply(sayso, pending)).status, 400);
    const second = await until("the applicant's mail", async () =>
      (await sayso.mails()).find((one) => [one.to].flat().includes(pending.email)),
    );
    assert.match(second.text, /An earlier application with this address still waits for our decision\./);
  });

  test("somebody whose address a stranger used is told nothing untrue, and how to apply (AFF05 INV70)", async () => {
    const form = application();
    assert.equal((await apply(sayso, form)).status, 200, "a stranger's");
    assert.equal((await apply(sayso, { ...form, firstName: "Olga" })).status, 400, "the owner's");
    const mail = await until("the owner's mail", async () =>
      (await sayso.mails()).find((one) => [one.to].flat().includes(form.email)),
    );
    assert.doesNotMatch(mail.text, /you have applied/i);
    assert.match(
      mail.text,
      /If somebody else sent the earlier one, tell us: we remove it, and you can apply yourself\./,
    );
    const support = await sayso.row(
      "SELECT setting_value AS url FROM admin_settings WHERE setting_key = 'support_url'",
    );
    if (support) assert.ok(mail.text.includes(String(support.url).replace("mailto:", "")));
  });

  test("AFF06 AFF07 RTE15 a sponsor is found by both names, whatever their case and spaces, and makes it tier 2", async () => {
    const partner = await sponsor();
    const typed = `  ${partner.first_name.toUpperCase()}   ${partner.surname} `;
    assert.deepEqual(await find(typed), [{ id: partner.id }], "and nothing else is told of it");
    const form = application({ sponsorName: typed });
    assert.equal((await apply(sayso, form)).status, 200);
    assert.equal((await rowOf(sayso, form.email))?.sponsor_id, partner.id);
  });

  test("of two partners with one name neither is guessed: a promo code, or the link with it, decides (AFF06 AFF07)", async () => {
    const [first, second] = [await sponsor(), await sponsor()];
    await sayso.change(
      "UPDATE affiliates SET first_name = ?, surname = ?, name_key = ? WHERE id = ?",
      first.first_name,
      first.surname,
      `${first.first_name} ${first.surname}`.toLowerCase(),
      second.id,
    );
    const form = application({ sponsorName: `${first.first_name} ${first.surname}` });
    assert.deepEqual(await faultsOf(await apply(sayso, form)), {
      sponsorName:
        "Several partners have this name. Please enter your sponsor’s promo code, or open their link for partners.",
    });
    assert.equal(await rowOf(sayso, form.email), undefined);
    const row = await sayso.row("SELECT stripe_coupon_id AS code FROM affiliates WHERE id = ?", second.id);
    assert.equal((await apply(sayso, { ...form, sponsorName: String(row?.code).toLowerCase() })).status, 200);
    assert.equal((await rowOf(sayso, form.email))?.sponsor_id, second.id);
    const lookUpCode = (code: string) => sayso.fetch(`/api/public/partner-codes/${code}`);
    assert.deepEqual(
      await (await lookUpCode(String(row?.code).toLowerCase())).json(),
      { code: row?.code },
      "BIL08",
    );
    assert.equal((await lookUpCode("NOBODYS")).status, 404);
    await sayso.change("UPDATE affiliates SET left_at = 1 WHERE id = ?", second.id);
    assert.equal((await lookUpCode(String(row?.code))).status, 404, "nobody gets a discount by who has left");
    const late = application({ sponsorName: String(row?.code) });
    assert.equal((await apply(sayso, late)).status, 400, "who has left sponsors nobody");
  });

  test("accepts no applicant, former partner or part of a name as a sponsor (AFF06 RTE15)", async () => {
    const applicant = await addApplication(sayso);
    const left = await sponsor();
    await sayso.change("UPDATE affiliates SET left_at = 1 WHERE id = ?", left.id);
    const partner = await sponsor();
    for (const name of [
      `${applicant.first_name} ${applicant.surname}`,
      `${left.first_name} ${left.surname}`,
      partner.surname,
      "Pat%",
      "Nobody At All",
    ]) {
      assert.deepEqual(await find(name), [], name);
      const form = application({ sponsorName: name });
      const answer = await apply(sayso, form);
      assert.deepEqual(await faultsOf(answer), {
        sponsorName: "Sponsor not found. Please check the name or leave blank for Tier 1.",
      });
      assert.equal(await rowOf(sayso, form.email), undefined);
    }
    assert.deepEqual(await find(""), []);
  });

  test("AFF05 the same application five times at once is one, with one mail to each admin", async () => {
    await quietHour();
    const user = await addUser(sayso, { roles: ["admin"] });
    const form = application();
    const answers = await Promise.all(Array.from({ length: 5 }, () => apply(sayso, form)));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 400, 400, 400, 400]);
    const rows = await sayso.rows("SELECT id FROM affiliates WHERE email = ?", form.email);
    assert.equal(rows.length, 1);
    const mails = await sayso.rows(
      "SELECT recipient FROM emails WHERE template = 'affiliate_application' AND subject_id LIKE ?",
      `${rows[0]?.id}/%`,
    );
    const recipients = mails.map(({ recipient }) => recipient);
    assert.equal(new Set(recipients).size, recipients.length);
    assert.ok(recipients.includes(user.email));
  });

  test("EML08 INV47 each admin is told who applied, with tier and sponsor, and what was typed stays inert", async () => {
    await quietHour();
    const user = await addUser(sayso, { roles: ["admin"] });
    const partner = await sponsor();
    const sponsorName = `${partner.first_name} ${partner.surname}`;
    const form = application({ firstName: "<b>Pat</b>", sponsorName });
    assert.equal((await apply(sayso, form)).status, 200);
    const mail = await until("the mail", async () =>
      (await sayso.mails()).find(
        (one) => [one.to].flat().includes(user.email) && one.text.includes(form.email),
      ),
    );
    assert.equal(mail.subject, "New partner application");
    for (const part of [form.firstName, form.surname, form.email, "Tier 2", sponsorName])
      assert.ok(mail.text.includes(part), part);
    assert.ok(mail.text.includes(`${sayso.origin}/clients/admin/affiliates`));
    assert.ok(!mail.html.includes("<b>Pat</b>"));
    const stored =
      "SELECT subject, text FROM emails WHERE template = 'affiliate_application' AND recipient = ?";
    assert.deepEqual(await sayso.rows(stored, user.email), [{ subject: null, text: null }]);
  });

  test("a flood mails each admin once at once and once when the hour is over (EML08 INV70)", async () => {
    await quietHour();
    const admin = await addUser(sayso, { roles: ["admin"] });
    for (let count = 0; count < 12; count += 1) assert.equal((await apply(sayso, application())).status, 200);
    const mails = () =>
      sayso.rows(
        "SELECT template, e.created_at, due_at FROM emails e LEFT JOIN job_queue j ON j.subject_id = e.id WHERE recipient = ? AND template LIKE 'affiliate_application%' ORDER BY template",
        admin.email,
      );
    const [atOnce, digest, ...more] = await mails();
    assert.deepEqual(
      [atOnce?.template, digest?.template, more.length > 1],
      ["affiliate_application", "affiliate_applications", false],
      "two digests if an hour began meanwhile",
    );
    assert.ok(digest?.due_at > digest?.created_at, "it waits for the end of the hour");
    await sayso.change(
      "UPDATE job_queue SET due_at = 0 WHERE subject_id IN (SELECT id FROM emails WHERE template = 'affiliate_applications')",
    );
    await runJobs(sayso, { mailsTo: admin.email });
    const mail = await until("the digest", async () =>
      (await sayso.mails()).find(
        (one) => [one.to].flat().includes(admin.email) && one.subject === "New partner applications",
      ),
    );
    assert.match(mail.text, /^\d+ partner applications of the last hour wait for a decision\./m);
    assert.ok(mail.text.includes(`${sayso.origin}/clients/admin/affiliates`));
  });

  test("twenty applications of a /24 within an hour delay its other addresses, and nobody elsewhere (AFF05 INV70)", async () => {
    for (let last = 1; last <= 20; last += 1)
      assert.equal((await apply(sayso, application(), `203.0.112.${last}`)).status, 200, `${last}`);
    const late = await apply(sayso, application(), "203.0.112.21");
    assert.deepEqual(
      [late.status, ((await late.json()) as SubmitReply).code],
      [429, "too_many_applications"],
    );
    const seconds = Number(late.headers.get("retry-after"));
    assert.ok(seconds > 0 && seconds <= 3600, `${seconds}`);
    assert.equal((await apply(sayso, application())).status, 200);
  });

  test("ERR02 EML08 a mail that fails is logged, and the application is kept all the same", async () => {
    await quietHour();
    await addUser(sayso, { roles: ["admin"] });
    await sayso.change(
      "CREATE TRIGGER no_mail BEFORE INSERT ON emails WHEN NEW.template = 'affiliate_application' BEGIN SELECT RAISE(ABORT, 'broken'); END",
    );
    const form = application();
    try {
      assert.equal((await apply(sayso, form)).status, 200);
    } finally {
      await sayso.change("DROP TRIGGER no_mail");
    }
    assert.equal((await rowOf(sayso, form.email))?.status, "pending");
    assert.ok(sayso.log().some((line) => line.kind === "warning" && line.what === "affiliate_application"));
  });

  test("EML08 RTE13 notify-admin-new-affiliate refuses outside callers, admins too", async () => {
    const mails = () => sayso.row("SELECT count(*) AS n FROM emails");
    const earlier = await mails();
    const body = { firstName: "Pat", surname: "Marlow", email: "pat@evil.example", tier: 1, sponsorName: "" };
    const path = "/functions/v1/notify-admin-new-affiliate";
    assert.equal((await call(sayso, "POST", path, { body })).status, 401);
    assert.equal((await call(sayso, "POST", path, { body, cookie: await cookie() })).status, 403);
    assert.deepEqual(await mails(), earlier);
  });

  test("AFF05 one address applies, and asks who has, ten times a day; nobody else is kept from anything by it", async () => {
    const ip = "203.0.113.77";
    const victim = await addUser(sayso);
    for (let n = 0; n < 10; n += 1)
      assert.equal((await apply(sayso, application(n === 0 ? { email: victim.email } : {}), ip)).status, 200);
    const refused = await apply(sayso, application(), ip);
    assert.deepEqual(
      [refused.status, ((await refused.json()) as SubmitReply).code],
      [429, "too_many_applications"],
    );
    assert.ok(Number(refused.headers.get("retry-after")) > 0);
    assert.equal((await apply(sayso, application())).status, 200, "from elsewhere");
    const reset = await call(sayso, "POST", "/api/auth/reset", {
      body: { area: "client", email: victim.email },
      headers: { "cf-connecting-ip": "203.0.113.78" },
    });
    assert.equal(reset.status, 200, "no mail of theirs was used up");
  });
});
