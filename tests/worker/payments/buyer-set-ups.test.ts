// A purchase and its buyer's set-up are matched in either order; mismatches wait for an admin.
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { addClient } from "../../support/people/owner/clients.ts";
import { startPaymentWorld, type PaymentWorld } from "../../support/people/owner/payments.ts";
import { logoFile, setupForm } from "../../support/people/admin/site.ts";
import { addUser, call, signIn } from "../../support/people/owner/users.ts";
import { mailTo, until } from "../../support/runtime/worker.ts";
import type { OnboardingRequestPage } from "#api/generated/site.ts";

let world: PaymentWorld;
let cookie: string;
before(async () => {
  world = await startPaymentWorld();
  cookie = await signIn(world.sayso, await addUser(world.sayso, { roles: ["admin"] }), "admin");
});
after(() => world.close());
beforeEach(() => world.sayso.change("DELETE FROM rate_limit_events"));

const someone = () => `${crypto.randomUUID().slice(0, 8)}@buyers.example`;
const company = (name: string) => `${name} ${crypto.randomUUID().slice(0, 6)}`;
const submit = (fields: Record<string, string>, logo?: Blob) =>
  world.sayso.fetch("/functions/v1/client-onboarding", { method: "POST", body: setupForm(fields, logo) });
const pending = async () => {
  const answer = await call(world.sayso, "GET", "/api/admin/onboarding-requests", { cookie });
  return ((await answer.json()) as OnboardingRequestPage).onboarding_requests;
};
const waiting = async (name: string) => (await pending()).find((request) => request.company === name);
const use = (id: string) => call(world.sayso, "POST", `/api/admin/onboarding-requests/${id}/use`, { cookie });
const mailsTo = async (address: string) =>
  (await world.sayso.mails()).filter(({ to }) => [to].flat().includes(address)).map(({ subject }) => subject);
const INVITATION = "Your Sayso portal is ready";

/** Buys a plan and waits until its events are applied. */
async function bought(email = someone()) {
  const purchase = await world.purchase("standard", { email });
  await world.eventsApplied();
  return purchase;
}

describe("matching a payment with its set-up", () => {
  test("INV25 ONB13 BIL11 the set-up of a buyer makes the client live, with its logo, an account and an invitation", async () => {
    const { email, checkout } = await bought();
    const name = company("Björn’s Bäckerei");
    const answer = await submit(
      {
        email: ` ${email.toUpperCase()} `,
        checkout,
        company: name,
        name: "Bea B.",
        reviewPlatform: "trustpilot",
        reviewUrl: "https://uk.trustpilot.com/evaluate/bakery.example",
      },
      await logoFile(),
    );
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get("x-welcome-email"), "queued");
    const client = await world.client(email);
    assert.deepEqual(
      [
        client?.company_name,
        client?.contact_name,
        client?.status,
        client?.review_link_type,
        client?.review_link_url,
        client?.plan_type,
      ],
      [
        name,
        "Bea B.",
        "active",
        "Trustpilot",
        "https://uk.trustpilot.com/evaluate/bakery.example",
        "standard",
      ],
    );
    assert.equal(answer.headers.get("x-record-page"), `/record/${client?.custom_slug}`);
    assert.match(client?.custom_slug, /^bjorns-baeckerei-|^bjoerns-baeckerei-/);
    assert.match(client?.search_text, /bea b\./);
    assert.equal((await world.sayso.fetch(client?.logo_url)).status, 200);
    assert.deepEqual(await world.sayso.keys("onboarding/"), []);
    assert.equal(await waiting(name), undefined);
    const account = await world.sayso.row("SELECT * FROM users WHERE id = ?", client?.user_id);
    assert.deepEqual([account?.email, account?.company_name, account?.password_hash], [email, name, null]);
    await until("the invitation", async () => (await mailsTo(email)).includes(INVITATION));
    assert.deepEqual(
      (await mailsTo(email)).toSorted(),
      ["Payment received: now set up your page", INVITATION].toSorted(),
    );
    assert.equal((await world.sayso.fetch(`/record/${client?.custom_slug}`)).status, 200);
  });

  test("INV25 BIL11 a set-up that comes before Stripe's event waits for it, and is used when it comes", async () => {
    world.stripe.deliveries.hold();
    const { email, checkout } = await world.purchase();
    const name = company("Early Bird");
    await submit({ email, checkout, company: name }, await logoFile());
    const early = await waiting(name);
    assert.deepEqual([early?.wait_reason, early?.payment], ["unknown-checkout", null]);
    assert.equal(await world.client(email), undefined);
    world.stripe.deliveries.release();
    await world.stripe.deliveries.deliverPending();
    await world.eventsApplied();
    const client = await world.client(email);
    // A platform without an address would be a button that leads nowhere.
    assert.deepEqual(
      [client?.company_name, client?.status, client?.review_link_type],
      [name, "active", "None"],
    );
    assert.notEqual(client?.logo_url, null);
    assert.equal(await waiting(name), undefined);
    await until("the invitation", async () => (await mailsTo(email)).includes(INVITATION));
    assert.ok(!(await mailsTo(email)).includes("Payment received: now set up your page"));
  });

  test("INV25 forms and events that come at the same moment end in one set-up, and none is lost", async () => {
    for (let round = 0; round < 5; round += 1) {
      await world.sayso.change("DELETE FROM rate_limit_events");
      world.stripe.deliveries.hold();
      const { email, checkout } = await world.purchase();
      const names = [1, 2, 3, 4].map((number) => company(`Parallel ${number}`));
      const forms = () => Promise.all(names.map((name) => submit({ email, checkout, company: name })));
      const events = () =>
        world.stripe.deliveries.deliverInParallel([...world.stripe.deliveries.undelivered()]);
      const [answers] = await Promise.all([forms(), events()]);
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200, 200, 200],
      );
      world.stripe.deliveries.release();
      await world.eventsApplied();
      const client = await until("the client is live", async () => {
        const row = await world.client(email);
        return row?.status === "active" && row;
      });
      assert.ok(names.includes(client.company_name));
      const left = (await pending()).filter((request) => names.includes(request.company));
      assert.deepEqual(
        left.map((request) => request.company).toSorted(),
        names.filter((name) => name !== client.company_name).toSorted(),
      );
      for (const request of left) assert.equal(request.wait_reason, "set-up-already");
      const invitations = await world.sayso.rows(
        "SELECT 1 FROM emails WHERE template = 'invitation' AND recipient = ?",
        email,
      );
      assert.equal(invitations.length, 1);
    }
  });

  test("ONB04 ONB08 a form without a purchase, or with what cannot be one, waits as ever", async () => {
    await bought();
    for (const checkout of ["", "cs_", "../customers", "cs_a b"]) {
      const name = company("No purchase");
      const email = someone();
      await submit({ email, company: name, ...(checkout && { checkout }) });
      const request = await waiting(name);
      assert.deepEqual([request?.wait_reason, request?.payment], ["no-checkout", null]);
      assert.match((await mailTo(world.sayso, email)).subject, /your set-up is in/);
    }
  });
});

describe("mismatches wait for an admin", () => {
  test("INV25 an address other than the one that paid waits, says why, and an admin uses it", async () => {
    const { email, checkout } = await bought();
    const untouched = await world.client(email);
    const [name, other] = [company("Elsewhere"), someone()];
    await submit({ email: other, checkout, company: name, name: "Bea Else" }, await logoFile());
    assert.deepEqual(await world.client(email), untouched);
    const request = await waiting(name);
    assert.equal(request?.wait_reason, "other-email");
    assert.deepEqual(request?.payment, {
      plan: "standard",
      email,
      client: untouched?.company_name,
      is_open: true,
    });
    assert.match((await mailTo(world.sayso, other)).subject, /your set-up is in/);

    assert.equal((await use(request.id)).status, 200);
    const client = await world.client(email);
    assert.deepEqual(
      [client?.company_name, client?.contact_name, client?.status],
      [name, "Bea Else", "active"],
    );
    assert.notEqual(client?.logo_url, null);
    assert.equal(await world.client(other), undefined);
    await until("the invitation", async () => (await mailsTo(email)).includes(INVITATION));
    assert.ok(!(await mailsTo(other)).includes(INVITATION));
    const [line] = await world.sayso.rows(
      "SELECT action, subject, subject_name FROM audit_log WHERE subject = ?",
      client?.id,
    );
    assert.deepEqual(line, { action: "onboarding.use", subject: client?.id, subject_name: name });
    assert.equal((await use(request.id)).status, 404);
  });

  test("INV25 the id of a purchase that is another's, or nobody's, sets nothing up", async () => {
    const [mine, other] = [await bought(), await bought()];
    const [foreign, unknown] = [company("Foreign"), company("Unknown")];
    await submit({ email: mine.email, checkout: other.checkout, company: foreign });
    await submit({ email: mine.email, checkout: "cs_test_nobodys", company: unknown });
    assert.equal((await waiting(foreign))?.wait_reason, "other-email");
    const lost = await waiting(unknown);
    assert.equal(lost?.wait_reason, "unknown-checkout");
    const refused = await use(lost.id);
    assert.deepEqual(
      [refused.status, ((await refused.json()) as { code: string }).code],
      [409, "not_usable"],
    );
    for (const { email } of [mine, other])
      assert.equal((await world.client(email))?.status, "pending_onboarding");
  });

  test("INV25 a second form for the same purchase waits, and changes nothing", async () => {
    const { email, checkout } = await bought();
    const [first, second] = [company("First"), company("Second")];
    await submit({ email, checkout, company: first });
    const client = await world.client(email);
    assert.equal(client?.company_name, first);
    await submit({ email, checkout, company: second });
    const request = await waiting(second);
    assert.deepEqual([request?.wait_reason, request?.payment?.is_open], ["set-up-already", false]);
    assert.equal((await use(request?.id ?? "")).status, 409);
    assert.deepEqual(await world.client(email), client);
  });

  test("INV25 BIL11 a purchase in the name of a client that an admin has made touches it as little as its set-up does", async () => {
    const old = await addClient(world.sayso, { status: "pending_onboarding", email: someone() });
    const { checkout } = await bought(old.email);
    const name = company("Of an admin's");
    await submit({ email: old.email, checkout, company: name });
    const request = await waiting(name);
    assert.deepEqual(
      [request?.wait_reason, request?.payment, request?.same_email_client],
      ["no-client", { plan: "standard", email: old.email, client: null, is_open: false }, old.company_name],
    );
    assert.equal((await use(request?.id ?? "")).status, 409);
    const client = await world.client(old.email);
    assert.deepEqual([client?.company_name, client?.status], [old.company_name, "pending_onboarding"]);
  });

  test("INV25 an account that signs in with the address that paid is given to a client by admins alone", async () => {
    const { email, checkout } = await bought();
    const user = await addUser(world.sayso, { email });
    const name = company("Known here");
    await submit({ email, checkout, company: name });
    const request = await waiting(name);
    assert.equal(request?.wait_reason, "email-taken");
    assert.equal((await use(request.id)).status, 200);
    const client = await world.client(email);
    assert.deepEqual([client?.user_id, client?.status], [user.id, "active"]);
  });

  test("INV25 an account that signs in to another client is not taken from it", async () => {
    const { email, checkout } = await bought();
    const other = await addClient(world.sayso, { email: someone() });
    await addUser(world.sayso, { email, clientId: other.id });
    const name = company("Taken");
    await submit({ email, checkout, company: name }, await logoFile());
    const refused = await use((await waiting(name))?.id ?? "");
    assert.deepEqual(
      [refused.status, ((await refused.json()) as { code: string }).code],
      [409, "address_taken"],
    );
    const client = await world.client(email);
    assert.deepEqual([client?.status, client?.logo_url], ["pending_onboarding", null]);
    assert.ok(await waiting(name));
  });
});
