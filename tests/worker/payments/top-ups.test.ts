// More credits, bought beside a plan.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Billing, PaymentPage, Payments } from "#api/generated/billing.ts";
import { business } from "../../support/people/owner/business.ts";
import { addClient } from "../../support/people/owner/clients.ts";
import { startPaymentWorld, type PaymentWorld } from "../../support/people/owner/payments.ts";
import { call } from "../../support/people/owner/users.ts";
import { until } from "../../support/runtime/worker.ts";

let world: PaymentWorld;
before(async () => {
  world = await startPaymentWorld();
});
after(() => world.close());

const credits = async (id: string) =>
  (await world.sayso.row("SELECT credits_remaining AS n FROM clients WHERE id = ?", id))?.n;
const ledger = (id: string) =>
  world.sayso.rows("SELECT reason, amount, balance FROM credit_ledger WHERE client_id = ? ORDER BY seq", id);
const topUpsOf = (email: string) => world.sayso.rows("SELECT * FROM top_ups WHERE email = ?", email);

/** A client, the page on which it buys more, and its session. */
async function shop() {
  const client = await addClient(world.sayso, { credits_remaining: 3 });
  const cookie = await world.owner(client.id);
  const answer = await call(world.sayso, "GET", `/api/client/${client.id}/billing`, { cookie });
  const { top_up } = (await answer.json()) as Billing;
  assert.ok(top_up);
  const ask = (path: string) => call(world.sayso, "GET", `/api/client/${client.id}/${path}`, { cookie });
  return {
    client,
    page: top_up.url,
    offer: top_up,
    ask,
    payments: async () => ((await (await ask("payments")).json()) as PaymentPage).entries,
  };
}

const newestSession = async () => (await world.api.checkout.sessions.list({ limit: 1 })).data[0];

/** A page without invoices, as accounts had it before: its buyers have no customer at Stripe. */
async function guestPage(page: string) {
  const items = await world.api.checkout.sessions.listLineItems(String((await opened(page))?.id));
  const link = await world.api.paymentLinks.create({
    line_items: [{ price: String(items.data[0]?.price?.id), quantity: 1 }],
  });
  return link.url + new URL(page).search;
}
async function opened(page: string) {
  await fetch(page);
  return newestSession();
}

test("BIL05 BIL08 a top-up is listed with its invoice, and one without an invoice with its receipt", async () => {
  const { page, ask, payments } = await shop();
  const guests = await guestPage(page);
  const seen = new Set<string>();
  for (const [address, document] of [
    [page, /<h1>Invoice/],
    [guests, /<h1>Receipt/],
  ] as const) {
    await world.pay(address);
    await world.eventsApplied();
    // Stripe's timestamps are in seconds: two in the same second have no order.
    const payment = (await payments()).find(({ id }) => !seen.has(id));
    seen.add(String(payment?.id));
    assert.deepEqual(
      [payment?.kind, payment?.amount_pence, payment?.refunded_pence, payment?.dispute],
      ["top_up", 1500, 0, null],
    );
    const { url } = await (await ask(`invoices/${payment?.id}`)).json();
    assert.match(await (await fetch(url)).text(), document);
    assert.equal((await (await shop()).ask(`invoices/${payment?.id}`)).status, 404, "another's");
  }
});

test("BIL08 a client with more payments than a page holds sees them all", async () => {
  const { client, ask } = await shop();
  const insert =
    "INSERT INTO top_ups (id, client_id, email, amount_pence, credits, paid_at, next_reading_at) VALUES (?, ?, 'a@b.example', ?, 25, ?, NULL)";
  // Two with the same timestamp are at the end of the first page.
  for (let n = 1; n <= 60; n += 1)
    await world.sayso.change(insert, `cs_${client.id}_${n}`, client.id, n, Math.ceil(n / 2));
  const first = (await (await ask("payments")).json()) as PaymentPage;
  const second = (await (await ask(`payments?before=${first.next}`)).json()) as PaymentPage;
  assert.deepEqual([first.entries.length, second.entries.length, second.next], [50, 10, null]);
  const sums = [...first.entries, ...second.entries].reduce((sum, { amount_pence: pence }) => sum + pence, 0);
  assert.equal(sums, (60 * 61) / 2);
});

test("BIL05 a top-up gives its credits once, however often its events come, and an account without a subscription can buy it", async () => {
  const { client, page, offer } = await shop();
  assert.deepEqual([offer.credits, offer.pence], [25, 1500]);
  world.stripe.deliveries.hold();
  await world.pay(page);
  const all = world.stripe.deliveries.undelivered();
  await world.stripe.deliveries.deliverInParallel([...all, ...all, ...all]);
  world.stripe.deliveries.release();
  await world.eventsApplied();
  assert.equal(await credits(client.id), 28);
  assert.deepEqual((await ledger(client.id)).at(-1), { reason: "top_up", amount: 25, balance: 28 });
});

test("a refunded top-up takes its remaining credits back, once (BIL11)", async () => {
  const { client, page, payments } = await shop();
  const email = await world.pay(page);
  await world.eventsApplied();
  await world.sayso.change("UPDATE clients SET credits_remaining = 10 WHERE id = ?", client.id);
  const session = await newestSession();
  const payment_intent = String(session?.payment_intent);
  await world.api.refunds.create({ payment_intent, amount: 500 });
  await world.eventsApplied();
  assert.equal(await credits(client.id), 10, "a part of it changes nothing");
  assert.equal((await payments())[0]?.refunded_pence, 500);
  await world.api.refunds.create({ payment_intent });
  await world.eventsApplied();
  assert.equal(await credits(client.id), 0);
  assert.deepEqual((await ledger(client.id)).at(-1), { reason: "top_up_returned", amount: -10, balance: 0 });
  assert.ok((await topUpsOf(email))[0]?.returned_at);
});

test("BIL11 a disputed top-up takes its credits with it, also a guest's, and gives them back once the dispute is won", async () => {
  const { client, page, payments } = await shop();
  await world.pay(await guestPage(page));
  await world.eventsApplied();
  await world.sayso.change("UPDATE clients SET credits_remaining = 10 WHERE id = ?", client.id);
  const session = await newestSession();
  assert.equal(session?.customer, null, "a guest has no customer that a dispute could be found by");
  const [charge] = (await world.api.charges.list({ payment_intent: String(session?.payment_intent) })).data;
  const dispute = world.stripe.dispute(String(charge?.id));
  await world.eventsApplied();
  assert.equal(await credits(client.id), 0);
  assert.deepEqual((await ledger(client.id)).at(-1), { reason: "top_up_returned", amount: -10, balance: 0 });
  assert.deepEqual([(await payments())[0]?.disputed_pence, (await payments())[0]?.dispute], [1500, "open"]);
  const desk = await call(world.sayso, "GET", "/api/admin/payments", { cookie: await world.admin() });
  const toDecide = ((await desk.json()) as Payments).disputes.map(({ id }) => id);
  assert.ok(toDecide.includes(String(session?.id)));
  world.stripe.closeDispute(dispute.id, "won");
  await world.eventsApplied();
  assert.equal(await credits(client.id), 10);
  assert.deepEqual((await ledger(client.id)).at(-1), { reason: "top_up_restored", amount: 10, balance: 10 });
  // The daily reconciliation finds the same, and changes nothing more.
  await world.sayso.schedule(new Date(), "*/10 * * * *");
  assert.equal((await ledger(client.id)).filter(({ reason }) => reason === "top_up_restored").length, 1);
  for (const outcome of ["won", "won", "lost"] as const) {
    const again = world.stripe.dispute(String(charge?.id));
    await world.eventsApplied();
    assert.equal(await credits(client.id), 0);
    world.stripe.closeDispute(again.id, outcome);
    await world.eventsApplied();
    assert.equal(await credits(client.id), outcome === "won" ? 10 : 0);
  }
});

test("a payment on a page that was open for long counts for the month in which it is paid (BIL04 BIL05)", async () => {
  const { client, page } = await shop();
  const begun = Date.now();
  await world.pay(page);
  const [session] = (await world.api.checkout.sessions.list({ limit: 1 })).data;
  await world.eventsApplied();
  const row = await world.sayso.row("SELECT paid_at FROM top_ups WHERE client_id = ?", client.id);
  const [charge] = (await world.api.charges.list({ payment_intent: String(session?.payment_intent) })).data;
  assert.equal(row?.paid_at, Number(charge?.created) * 1000);
  assert.ok(Number(row?.paid_at) > begun - 2_000);
});

test("BIL04 BIL05 credits that were bought on the day on which a client subscribes again stay", async () => {
  const owner = await business(world, "noSetup");
  const { top_up: offer } = await owner.billing();
  await world.pay(String(offer?.url));
  await world.eventsApplied();
  assert.equal(await credits(owner.id), 75);
  await world.api.subscriptions.cancel(String((await owner.subscription())?.id));
  await world.eventsApplied();
  const { url } = await (await owner.ask("POST", "subscription")).json();
  await world.pay(url, { email: owner.email });
  await world.eventsApplied();
  assert.equal(await credits(owner.id), 75);
  const [session] = (await world.api.checkout.sessions.list({ limit: 2 })).data.filter(
    ({ mode }) => mode === "payment",
  );
  await world.api.refunds.create({ payment_intent: String(session?.payment_intent) });
  await world.eventsApplied();
  assert.equal(await credits(owner.id), 50, "and go back with their money");
});

test("a late payment keeps credits bought since the month began, and takes back only the month's own (BIL04 BIL05)", async () => {
  const bought = await business(world);
  await world.sayso.change("UPDATE clients SET credits_remaining = 0 WHERE id = ?", bought.id);
  const { top_up } = await bought.billing();
  await world.pay(String(top_up?.url));
  await world.eventsApplied();
  assert.equal(await credits(bought.id), 25);
  const [session] = (await world.api.checkout.sessions.list({ limit: 1 })).data;
  // As if the current month had not been paid until now.
  await world.sayso.change("UPDATE clients SET paid_from = 0 WHERE id = ?", bought.id);
  await world.api.subscriptions.update(String((await bought.subscription())?.id), { metadata: { a: "b" } });
  await world.eventsApplied();
  assert.equal(await credits(bought.id), 75);
  // Another month later no credit of it is left to remove.
  await world.sayso.change(
    "UPDATE clients SET credits_remaining = 50, paid_from = ?1, month_from = ?1 WHERE id = ?2",
    Date.now() + 86_400_000,
    bought.id,
  );
  await world.api.refunds.create({ payment_intent: String(session?.payment_intent) });
  await world.eventsApplied();
  assert.equal(await credits(bought.id), 50);
});

test("BIL04 BIL05 a renewal by schedule that comes late leaves what was bought since its day", async () => {
  const { client, page } = await shop();
  await world.pay(page);
  await world.eventsApplied();
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  await world.sayso.change("UPDATE clients SET next_reset_date = ? WHERE id = ?", yesterday, client.id);
  await world.sayso.schedule(new Date(), "7 * * * *");
  assert.equal(await credits(client.id), 75);
  assert.deepEqual((await ledger(client.id)).at(-1), { reason: "renewal", amount: 47, balance: 75 });
  // Bought before that month, its credits are already used up: its refund removes no credit of this month.
  await world.sayso.change(
    "UPDATE top_ups SET counts_from = counts_from - 2 * 86400000 WHERE client_id = ?",
    client.id,
  );
  const [session] = (await world.api.checkout.sessions.list({ limit: 1 })).data;
  await world.api.refunds.create({ payment_intent: String(session?.payment_intent) });
  await world.eventsApplied();
  assert.equal(await credits(client.id), 75);
});

describe("BIL11 what nobody can follow waits for an admin", () => {
  test("BIL11 a top-up for nobody, or at a price that is none: no credits until an admin says whose it is", async () => {
    const { client, page } = await shop();
    const bare = page.split("?")[0] ?? "";
    const email = await world.pay(`${bare}?client_reference_id=${crypto.randomUUID()}`);
    await world.eventsApplied();
    assert.match(String((await topUpsOf(email))[0]?.problem), /no client of ours/);
    const cookie = await world.admin();
    const { top_ups } = (await (
      await call(world.sayso, "GET", "/api/admin/payments", { cookie })
    ).json()) as Payments;
    const doubtful = top_ups.find((found) => found.email === email);
    assert.ok(doubtful);
    const path = `/api/admin/top-ups/${doubtful.id}/client`;
    const nobody = await call(world.sayso, "POST", path, { cookie, body: { client_id: "nobody" } });
    assert.equal(nobody.status, 404);
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map(() => call(world.sayso, "POST", path, { cookie, body: { client_id: client.id } })),
    );
    assert.ok(answers.some(({ status }) => status === 200));
    assert.equal(await credits(client.id), 28);
    assert.equal((await ledger(client.id)).filter(({ reason }) => reason === "top_up").length, 1);
  });
});

test("a top-up paid after the plan ended gives credits only while access lasts; otherwise it waits for an admin (BIL05 BIL07 BIL11)", async () => {
  const owner = await business(world, "noSetup");
  const { top_up: offer } = await owner.billing();
  await world.api.subscriptions.cancel(String((await owner.subscription())?.id));
  await world.eventsApplied();
  const day = 86_400_000;
  const endedFor = (days: number) =>
    world.sayso.change("UPDATE clients SET cancelled_at = ? WHERE id = ?", Date.now() - days * day, owner.id);
  await endedFor(13);
  await world.pay(String(offer?.url));
  await world.eventsApplied();
  assert.equal(await credits(owner.id), 75, "videos are taken for 14 days");
  await endedFor(15);
  const cookie = await world.admin();
  const email = await world.pay(String(offer?.url), { email: `late-${owner.email}` });
  await world.eventsApplied();
  assert.equal(await credits(owner.id), 75);
  const waits = async () => {
    const desk = await call(world.sayso, "GET", "/api/admin/payments", { cookie });
    return ((await desk.json()) as Payments).top_ups.find((found) => found.email === email);
  };
  const doubt = await waits();
  assert.match(
    String(doubt?.problem),
    /^It was paid after the plan of .+ had ended, on \d\d [A-Z][a-z]{2} \d{4} \(UTC\)/,
  );
  const mails = "SELECT 1 FROM emails WHERE template = 'payment_waits' AND substr(subject_id, 1, ?) = ?";
  const subject = String(doubt?.id);
  assert.ok((await world.sayso.rows(mails, subject.length, subject)).length > 0, "admins are told");
  const refund = await call(world.sayso, "POST", `/api/admin/top-ups/${doubt?.id}/refund`, { cookie });
  assert.equal(refund.status, 200);
  assert.equal(await waits(), undefined);
  assert.equal(await credits(owner.id), 75);
});

test("INV23 a top-up of which no event came is found by the schedule", async () => {
  const { client, page } = await shop();
  world.stripe.deliveries.hold();
  await world.pay(page);
  world.stripe.deliveries.drop(world.stripe.deliveries.undelivered());
  world.stripe.deliveries.release();
  await world.sayso.schedule(new Date(), "*/10 * * * *");
  assert.equal(await credits(client.id), 28);
});

test("INV23 a top-up of which no event came while the schedule failed for a week is found", async () => {
  // It has run before.
  await world.sayso.schedule(new Date(), "*/10 * * * *");
  const { client, page } = await shop();
  world.stripe.deliveries.hold();
  await world.pay(page);
  world.stripe.deliveries.drop(world.stripe.deliveries.undelivered());
  world.stripe.deliveries.release();
  const day = 86_400_000;
  await world.sayso.change(
    "UPDATE schedule_runs SET good_at = ? WHERE name = 'reread-subscriptions'",
    Date.now(),
  );
  await world.sayso.schedule(new Date(Date.now() + 7 * day), "*/10 * * * *");
  assert.equal(await credits(client.id), 28);
});

test("INV23 a top-up whose money went back without an event is found by the schedule, once", async () => {
  const { client, page } = await shop();
  const email = await world.pay(page);
  await world.eventsApplied();
  const [session] = (await world.api.checkout.sessions.list({ limit: 1 })).data;
  world.stripe.deliveries.hold();
  await world.api.refunds.create({ payment_intent: String(session?.payment_intent) });
  world.stripe.deliveries.drop(world.stripe.deliveries.undelivered());
  world.stripe.deliveries.release();
  const tomorrow = new Date(Date.now() + 86_500_000);
  for (const _ of [1, 2]) await world.sayso.schedule(tomorrow, "*/10 * * * *");
  assert.equal(await credits(client.id), 3);
  assert.equal((await ledger(client.id)).filter(({ reason }) => reason === "top_up_returned").length, 1);
  assert.ok((await topUpsOf(email))[0]?.returned_at);
});

test("a top-up whose dispute was decided without an event is read until that is known, however long ago it was paid (BIL11 INV23)", async () => {
  const { client, page } = await shop();
  await world.pay(page);
  await world.eventsApplied();
  const session = await newestSession();
  const [charge] = (await world.api.charges.list({ payment_intent: String(session?.payment_intent) })).data;
  const { id } = world.stripe.dispute(String(charge?.id));
  await world.eventsApplied();
  const row = () =>
    world.sayso.row("SELECT dispute, next_reading_at FROM top_ups WHERE client_id = ?", client.id);
  const days = (count: number) => new Date(Date.now() + count * 86_500_000);
  await world.sayso.schedule(days(130), "*/10 * * * *");
  assert.equal((await row())?.dispute, "open");
  world.stripe.deliveries.hold();
  world.stripe.closeDispute(id, "lost");
  world.stripe.deliveries.drop(world.stripe.deliveries.undelivered());
  world.stripe.deliveries.release();
  await world.sayso.schedule(days(132), "*/10 * * * *");
  assert.deepEqual(await row(), { dispute: "lost", next_reading_at: null }, "then nothing of it can move");
});

test("a client that an admin has suspended is offered no credits, and what it pays all the same waits for an admin (BIL05 BIL08 BIL11)", async () => {
  const { client, page, ask } = await shop();
  await world.sayso.change("UPDATE clients SET status = 'suspended' WHERE id = ?", client.id);
  assert.equal(((await (await ask("billing")).json()) as Billing).top_up, null);
  const email = await world.pay(page);
  await world.eventsApplied();
  assert.equal(await credits(client.id), 3);
  assert.match(
    String((await topUpsOf(email))[0]?.problem),
    /^It was paid for .+, which is suspended: no credits were given\. Refund it, or assign it to the right business\.$/,
  );
});

test("credits paid for while the plan is unpaid and its page closed wait for an admin (BIL05 BIL06 BIL08)", async () => {
  const owner = await business(world);
  const page = (await owner.billing()).top_up?.url ?? "";
  const eightDays = 8 * 86_400_000;
  await world.sayso.change(
    "UPDATE subscriptions SET unpaid_since = ?, version = version + 1 WHERE id = (SELECT subscription_id FROM clients WHERE id = ?)",
    Date.now() - eightDays,
    owner.id,
  );
  await world.sayso.schedule(new Date());
  assert.equal((await owner.row()).status, "suspended");
  const email = await world.pay(page);
  await world.eventsApplied();
  assert.equal(await credits(owner.id), 50);
  assert.match(
    String((await topUpsOf(email))[0]?.problem),
    /^It was paid while the plan of .+ is unpaid and its page closed: no credits were given\. Refund it/,
  );
});

test("BIL05 the mail about the last credits leads to the page on which more are bought", async () => {
  const { client, page } = await shop();
  await world.sayso.change("UPDATE clients SET credits_remaining = 1 WHERE id = ?", client.id);
  const subject = `${client.id}/first`;
  await world.sayso.change(
    "INSERT INTO emails (id, template, subject_id, recipient, params, status, created_at) VALUES (?, 'credits_low', ?, ?, '{}', 'failed', ?)",
    crypto.randomUUID(),
    subject,
    client.email,
    Date.now(),
  );
  const [mail] = await world.sayso.rows("SELECT id FROM emails WHERE subject_id = ?", subject);
  await call(world.sayso, "POST", `/api/admin/emails/${mail?.id}/resend`, { cookie: await world.admin() });
  const sent = await until("the mail", async () =>
    (await world.sayso.mails()).find(({ to }) => [to].flat().includes(client.email)),
  );
  assert.ok(sent.text.includes(page), sent.text);
});
