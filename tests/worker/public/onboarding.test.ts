import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { addClient } from "../../support/people/owner/clients.ts";
import { logoFile, plantSetup, setupForm } from "../../support/people/admin/site.ts";
import { addUser, call, signIn } from "../../support/people/owner/users.ts";
import { mailTo, startWorker, type Sayso } from "../../support/runtime/worker.ts";

let sayso: Sayso;
let cookie: string;
before(async () => {
  sayso = await startWorker();
  cookie = await signIn(sayso, await addUser(sayso, { roles: ["admin"] }), "admin");
});
after(() => sayso.close());

const clearMailLimit = () => sayso.change("DELETE FROM rate_limit_events WHERE kind = 'mail'");
const submit = (body: FormData) => sayso.fetch("/functions/v1/client-onboarding", { method: "POST", body });
type Line = {
  id: string;
  email: string;
  company: string;
  review_link_type: string;
  has_logo: boolean;
  same_email_client: string | null;
};
const pending = async () =>
  (await (await call(sayso, "GET", "/api/admin/onboarding-requests", { cookie })).json()) as {
    onboarding_requests: Line[];
    pending: number;
  };
const setup = async (email: string) =>
  (await pending()).onboarding_requests.find((line) => line.email === email);

/** The form by which an admin makes a client of a set-up. */
function clientForm(line: Line, slug: string): FormData {
  const data = new FormData();
  const fields = {
    companyName: line.company,
    contactName: "Bea Buyer",
    email: line.email,
    planType: "standard",
    creditsPerMonth: "50",
    customSlug: slug,
    reviewLinkType: line.review_link_type,
    status: "pending_onboarding",
    onboardingRequestId: line.id,
  };
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

describe("onboarding", () => {
  test("ONB08 ONB13 EML04 RTE13 a set-up waits for an admin, and its sender is welcomed by mail", async () => {
    const clients = (await sayso.rows("SELECT 1 FROM clients")).length;
    const email = `${crypto.randomUUID().slice(0, 8)}@buyers.example`;
    const answer = await submit(setupForm({ email: ` ${email.toUpperCase()} ` }, await logoFile()));
    assert.equal(answer.status, 200);
    const line = await setup(email);
    assert.deepEqual(
      [line?.company, line?.review_link_type, line?.has_logo, line?.same_email_client],
      ["Buyer & Daughters", "Google Business Profile", true, null],
    );
    const mail = await mailTo(sayso, email);
    assert.match(mail.text, /within 2 to 3 business days/);
    assert.ok(!mail.text.includes("Daughters"), "nothing that a stranger typed");
    assert.equal((await sayso.rows("SELECT 1 FROM clients")).length, clients);
    const logo = await call(sayso, "GET", `/api/admin/onboarding-requests/${line?.id}/logo`, { cookie });
    assert.deepEqual([logo.status, logo.headers.get("content-type")], [200, "image/png"]);
    assert.equal((await sayso.fetch(`/media/${line?.id}/logo.png`)).status, 404, "for admins only");
  });

  test("refuses a set-up with a missing field, an unknown platform or no image, and leaves nothing (ONB05 ONB06 ONB07 INV48)", async () => {
    await clearMailLimit();
    const had = (await pending()).pending;
    for (const [values, field] of [
      [{ name: " " }, "name"],
      [{ email: "nobody" }, "email"],
      [{ company: "" }, "company"],
      [{ reviewPlatform: "" }, "reviewPlatform"],
      [{ reviewPlatform: "myspace" }, "reviewPlatform"],
    ] as const) {
      const refused = await submit(setupForm(values));
      assert.deepEqual(
        [refused.status, Object.keys(((await refused.json()) as { fields: object }).fields)],
        [400, [field]],
      );
    }
    const svg = new Blob(["<svg xmlns='http://www.w3.org/2000/svg'/>"], { type: "image/png" });
    assert.equal((await submit(setupForm({}, svg))).status, 415);
    const large = new Blob([new Uint8Array(5 * 1024 * 1024 + 1)], { type: "image/png" });
    assert.equal((await submit(setupForm({}, large))).status, 413);
    assert.equal((await pending()).pending, had);
    assert.equal((await sayso.keys("onboarding/")).length, 1, "only that of the test before");
    for (const reviewPlatform of ["google", "facebook", "linkedin", "trustpilot", "none"]) {
      assert.equal((await submit(setupForm({ reviewPlatform }))).status, 200, reviewPlatform);
    }
  });

  test("ONB13 a set-up in an existing client's name changes nothing of it and is shown as such", async () => {
    await clearMailLimit();
    const client = await addClient(sayso, { company_name: "Old Customer" });
    const user = await addUser(sayso, { clientId: client.id, email: client.email });
    const was = await sayso.row("SELECT * FROM clients WHERE id = ?", client.id);
    assert.equal((await submit(setupForm({ email: user.email, company: "Mine now" }))).status, 200);
    assert.deepEqual(await sayso.row("SELECT * FROM clients WHERE id = ?", client.id), was);
    assert.equal((await setup(user.email))?.same_email_client, "Old Customer");
  });

  test("ONB13 an admin makes a client of it, in pending_onboarding and with its logo, once", async () => {
    await clearMailLimit();
    const email = `${crypto.randomUUID().slice(0, 8)}@buyers.example`;
    await submit(setupForm({ email }, await logoFile()));
    const line = (await setup(email)) as Line;
    const slug = `buyer-${crypto.randomUUID().slice(0, 8)}`;
    // Each with its own email: the set-up is what conflicts, not the login.
    const make = (name: string) =>
      sayso.fetch("/functions/v1/create-client", {
        method: "POST",
        headers: { cookie, origin: sayso.origin },
        body: clientForm({ ...line, email: `${name}@buyers.example` }, name),
      });
    const answers = await Promise.all([make(slug), make(`${slug}-two`)]);
    assert.deepEqual(answers.map((answer) => answer.status).toSorted(), [200, 404]);
    const made = await sayso.rows("SELECT * FROM clients WHERE custom_slug LIKE ?", `${slug}%`);
    assert.equal(made.length, 1);
    const users = await sayso.rows("SELECT 1 FROM users WHERE email LIKE ?", `${slug}%`);
    assert.equal(users.length, 1, "nor a user without a client");
    const [client] = made;
    assert.deepEqual([client?.status, client?.company_name], ["pending_onboarding", "Buyer & Daughters"]);
    const logo = await sayso.fetch(client?.logo_url);
    assert.deepEqual([logo.status, logo.headers.get("content-type")], [200, "image/png"]);
    assert.equal(await setup(email), undefined);
    assert.deepEqual(await sayso.keys(`onboarding/${line.id}/`), []);
    assert.equal((await make(`${slug}-three`)).status, 404);
    assert.equal((await sayso.keys(`assets/${client?.id}/`)).length, 1);
    assert.equal((await sayso.keys("assets/")).length, 1, "the late one leaves no logo behind");
  });

  test("ONB13 AUT35 an admin dismisses one: it is gone with its logo, and the audit log says who did it", async () => {
    await clearMailLimit();
    const email = `${crypto.randomUUID().slice(0, 8)}@buyers.example`;
    await submit(setupForm({ email }, await logoFile()));
    const line = (await setup(email)) as Line;
    assert.equal(
      (await call(sayso, "DELETE", `/api/admin/onboarding-requests/${line.id}`, { cookie })).status,
      200,
    );
    assert.equal(await setup(email), undefined);
    assert.deepEqual(await sayso.keys(`onboarding/${line.id}/`), []);
    assert.deepEqual(await sayso.rows("SELECT 1 FROM emails WHERE recipient = ?", email), []);
    const [audit] = await sayso.rows("SELECT * FROM audit_log WHERE subject = ?", line.id);
    assert.deepEqual([audit?.action, audit?.subject_name], ["onboarding.dismiss", "Buyer & Daughters"]);
  });

  test("SUB36 ONB11 ONB13 three welcome mails to one recipient a day; a set-up is kept without one, until its sender's limit", async () => {
    await clearMailLimit();
    const email = `${crypto.randomUUID().slice(0, 8)}@buyers.example`;
    const answers = [];
    for (let i = 0; i < 11; i += 1) answers.push(await submit(setupForm({ email })));
    assert.deepEqual(
      answers.map((answer) => answer.status),
      [...Array.from({ length: 10 }, () => 200), 429],
    );
    assert.ok(Number(answers.at(-1)?.headers.get("retry-after")) > 80_000);
    assert.deepEqual(
      answers.map((answer) => answer.headers.get("x-welcome-email")),
      [...Array.from({ length: 3 }, () => "queued"), ...Array.from({ length: 8 }, () => null)],
    );
    const count = async (sql: string) => (await sayso.rows(sql, email)).length;
    assert.equal(await count("SELECT 1 FROM onboarding_requests WHERE email = ?"), 10);
    assert.equal(await count("SELECT 1 FROM emails WHERE recipient = ?"), 3);
  });

  test("ONB13 an address that signs in already, or is a client's, is said", async () => {
    await clearMailLimit();
    const admin = await addUser(sayso, { roles: ["admin"] });
    await submit(setupForm({ email: admin.email }));
    assert.equal((await setup(admin.email))?.same_email_client, "Another account");
    await submit(setupForm({ email: "wpms@sayso.example" }));
    assert.equal((await setup("wpms@sayso.example"))?.same_email_client, "WPMS");
  });

  test("INV25 without Stripe there is no purchase to be found", async () => {
    const answer = await sayso.fetch("/api/public/checkout/cs_test_1");
    assert.deepEqual([answer.status, ((await answer.json()) as { code: string }).code], [404, "not_found"]);
  });

  test("INV52 INV04 set-ups and logos that nobody needs are swept on time and not before", async () => {
    const [young, old, orphan] = [await plantSetup(sayso), await plantSetup(sayso), crypto.randomUUID()];
    await sayso.media.put(`onboarding/${orphan}/logo.png`, "a crash left this");
    const now = Date.now();
    const days = (count: number) => count * 86_400_000;
    await sayso.change(
      "UPDATE onboarding_requests SET created_at = ? WHERE id = ?",
      now - days(180) + 60_000,
      young,
    );
    await sayso.change("UPDATE onboarding_requests SET created_at = ? WHERE id = ?", now - days(180), old);
    await sayso.schedule(new Date(now));
    const left = async (id: string) => [
      (await sayso.rows("SELECT 1 FROM onboarding_requests WHERE id = ?", id)).length,
      (await sayso.keys(`onboarding/${id}/`)).length,
    ];
    assert.deepEqual(
      [await left(young), await left(old), await left(orphan)],
      [
        [1, 1],
        [0, 1],
        [0, 1],
      ],
    );
    // A logo may be a moment older than its row.
    await sayso.change("UPDATE onboarding_requests SET created_at = ? WHERE id = ?", now, young);
    await sayso.schedule(new Date(now + days(1.1)));
    assert.deepEqual(
      [await left(young), await left(old), await left(orphan)],
      [
        [1, 1],
        [0, 0],
        [0, 0],
      ],
    );
  });
});
