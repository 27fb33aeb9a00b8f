// Returned payments of a month: refunds, and disputes with the card's bank.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { business } from "../../support/people/owner/business.ts";
import type { Payments } from "#api/generated/billing.ts";
import { addUser, call } from "../../support/people/owner/users.ts";
import { mailTo } from "../../support/runtime/worker.ts";
import { startPaymentWorld, type PaymentWorld } from "../../support/people/owner/payments.ts";

let world: PaymentWorld;
before(async () => {
  world = await startPaymentWorld();
});
after(() => world.close());

type Shop = Awaited<ReturnType<typeof business>>;

const chargeOf = async (shop: Shop) => {
  const [charge] = (await world.api.charges.list({ customer: shop.customer })).data;
  assert.ok(charge);
  return charge;
};
const returned = async (shop: Shop) =>
  (await shop.payments()).map(
    ({ amount_pence: paid, refunded_pence: refunded, disputed_pence: disputed }) => [
      paid,
      refunded + disputed,
    ],
  );
const dispute = async (shop: Shop) => (await shop.payments())[0]?.dispute;
const outcome = async (type: string) =>
  (
    await world.sayso.row(
      "SELECT outcome FROM payment_events WHERE type = ? ORDER BY received_at DESC LIMIT 1",
      type,
    )
  )?.outcome;

test("records a month's refund, partial or full, and the plan continues (BIL11 COM21)", async () => {
  const shop = await business(world, "noSetup");
  const { id: charge } = await chargeOf(shop);
  await world.api.refunds.create({ charge, amount: 900 });
  await world.eventsApplied();
  assert.deepEqual(await returned(shop), [[3900, 900]]);
  await world.api.refunds.create({ charge });
  await world.eventsApplied();
  assert.deepEqual(await returned(shop), [[3900, 3900]]);
  assert.equal((await shop.billing()).state, "active");
  assert.equal(await outcome("charge.refunded"), "Money was refunded. The plan is active.");
});

test("BIL11 COM21 INV23 a refund of which no event came is found by the schedule", async () => {
  const shop = await business(world, "noSetup");
  world.stripe.deliveries.hold();
  await world.api.refunds.create({ charge: (await chargeOf(shop)).id });
  world.stripe.deliveries.drop(world.stripe.deliveries.undelivered());
  world.stripe.deliveries.release();
  await world.sayso.schedule(new Date(Date.now() + 86_500_000), "*/10 * * * *");
  const [payment] = await world.sayso.rows(
    "SELECT returned_pence AS n FROM payments WHERE subscription_id = ?",
    (await shop.row()).subscription_id,
  );
  assert.equal(payment?.n, 3900);
});

test("finds a refund of an ended subscription although no event arrived (BIL11 COM21 INV23)", async () => {
  const shop = await business(world, "noSetup");
  const { id: charge } = await chargeOf(shop);
  await world.api.subscriptions.cancel(String((await shop.subscription())?.id));
  await world.eventsApplied();
  world.stripe.deliveries.hold();
  await world.api.refunds.create({ charge });
  world.stripe.deliveries.drop(world.stripe.deliveries.undelivered());
  world.stripe.deliveries.release();
  await world.sayso.schedule(new Date(Date.now() + 86_500_000), "*/10 * * * *");
  assert.deepEqual(await returned(shop), [[3900, 3900]]);
});

test("BIL11 COM21 a disputed month counts as gone until the dispute is won; a bank's question takes nothing", async () => {
  const shop = await business(world, "noSetup");
  const charge = await chargeOf(shop);
  const desk = await addUser(world.sayso, { roles: ["admin"] });
  const disputed = world.stripe.dispute(charge.id);
  await world.eventsApplied();
  assert.deepEqual([await returned(shop), await dispute(shop)], [[[3900, 3900]], "open"]);
  const toDecide = async () => {
    const cookie = await world.admin();
    const answer = await call(world.sayso, "GET", "/api/admin/payments", { cookie });
    return ((await answer.json()) as Payments).disputes.map(({ disputed_pence: pence }) => pence);
  };
  assert.deepEqual(await toDecide(), [3900]);
  const mail = await mailTo(world.sayso, desk.email);
  assert.match(mail.subject, /^A payment of .+ is disputed$/);
  assert.match(mail.text, new RegExp(`The dispute is ${disputed.id}\\.`));
  assert.match(mail.text, /a payment to Sayso is wrong, £39\.00 of it\./);
  assert.match(mail.text, /The plan continues in the meantime\. The next payment of £39\.00 is taken on /);
  assert.match(String(await outcome("charge.dispute.created")), /Answer it in Stripe\. The plan is active\./);
  world.stripe.closeDispute(disputed.id, "won");
  await world.eventsApplied();
  assert.deepEqual([await returned(shop), await dispute(shop)], [[[3900, 0]], null]);
  assert.deepEqual(await toDecide(), [], "it is decided");

  const lost = await business(world, "noSetup");
  const { id: late } = world.stripe.dispute((await chargeOf(lost)).id);
  world.stripe.closeDispute(late, "lost");
  await world.eventsApplied();
  assert.deepEqual([await returned(lost), await dispute(lost)], [[[3900, 3900]], "lost"]);
});

test("BIL11 COM21 an inquiry takes nothing and says so, waits for its answer, and is told of again once it takes the money", async () => {
  const asked = await business(world, "noSetup");
  const desk = await addUser(world.sayso, { roles: ["admin"] });
  const { id: inquiry } = world.stripe.dispute((await chargeOf(asked)).id, "general", { inquiry: true });
  await world.eventsApplied();
  const toDecide = async () => {
    const answer = await call(world.sayso, "GET", "/api/admin/payments", { cookie: await world.admin() });
    const { disputes } = (await answer.json()) as Payments;
    return disputes.map((one) => [one.disputed_pence, one.is_inquiry, one.needs_answer]);
  };
  assert.deepEqual([await returned(asked), await dispute(asked)], [[[3900, 0]], null]);
  assert.deepEqual(await toDecide(), [[3900, true, true]]);
  const mail = await mailTo(world.sayso, desk.email);
  assert.match(mail.subject, /^A payment of .+ is asked about$/);
  assert.match(
    mail.text,
    /payment to Sayso \(£39\.00\), and its card’s bank is asking about it\. The bank has taken no money\./,
  );
  assert.match(mail.text, /without an answer it may become a dispute/);

  await world.api.disputes.update(inquiry, { evidence: { product_description: "A month of Sayso." } });
  await world.eventsApplied();
  assert.deepEqual(
    [await returned(asked), await toDecide()],
    [[[3900, 0]], [[3900, true, false]]],
    "it is answered",
  );
  world.stripe.escalateInquiry(inquiry);
  await world.eventsApplied();
  assert.deepEqual([await returned(asked), await dispute(asked)], [[[3900, 3900]], "open"]);
  assert.deepEqual(await toDecide(), [[3900, false, true]]);
  const mails = (await world.sayso.mails()).filter(({ to }) => [to].flat().includes(desk.email));
  assert.deepEqual(
    mails.map(({ text }) => /The bank has taken[^.]*/.exec(text)?.[0]).toSorted(),
    ["The bank has taken no money", "The bank has taken the money back until it decides"],
    "one mail of each",
  );
});

/** Runs `work` without its events being delivered. */
async function unheard<T>(work: () => T | Promise<T>): Promise<T> {
  world.stripe.deliveries.hold();
  const done = await work();
  world.stripe.deliveries.drop(world.stripe.deliveries.undelivered());
  world.stripe.deliveries.release();
  return done;
}
const readAfter = (days: number) =>
  world.sayso.schedule(new Date(Date.now() + days * 86_500_000), "*/10 * * * *");
const noticesOf = async (about: string, recipient: string) =>
  (
    await world.sayso.rows(
      "SELECT subject_id FROM emails WHERE template = 'payment_disputed' AND recipient = ? AND substr(subject_id, 1, ?) = ? ORDER BY created_at",
      recipient,
      about.length,
      about,
    )
  ).map(({ subject_id: subject }) => /\/(inquiry|lost)\//.exec(String(subject))?.[1] ?? "dispute");

test("admins are mailed of disputes and inquiries whose events were lost, once (BIL11 INV23)", async () => {
  const desk = await addUser(world.sayso, { roles: ["admin"] });
  const shop = await business(world, "noSetup");
  const charge = (await chargeOf(shop)).id;
  const { id: inquiry } = await unheard(() => world.stripe.dispute(charge, "general", { inquiry: true }));
  await readAfter(1);
  assert.deepEqual(await noticesOf(inquiry, desk.email), ["inquiry"]);
  await unheard(() => world.stripe.escalateInquiry(inquiry));
  await readAfter(2);
  await readAfter(3);
  assert.deepEqual(await noticesOf(inquiry, desk.email), ["inquiry", "dispute"]);
  await unheard(() => world.stripe.closeDispute(inquiry, "lost"));
  await readAfter(4);
  assert.deepEqual(await noticesOf(inquiry, desk.email), ["inquiry", "dispute"], "who was told follows it");

  const { top_up: offer } = await shop.billing();
  await world.pay(String(offer?.url));
  await world.eventsApplied();
  const [session] = (await world.api.checkout.sessions.list({ limit: 1 })).data;
  const [bought] = (await world.api.charges.list({ payment_intent: String(session?.payment_intent) })).data;
  const { id: lost } = await unheard(() => {
    const { id } = world.stripe.dispute(String(bought?.id));
    return world.stripe.closeDispute(id, "lost");
  });
  await readAfter(5);
  await readAfter(6);
  assert.deepEqual(await noticesOf(lost, desk.email), ["lost"], "of a top-up, and too late to answer");
  const late = await addUser(world.sayso, { roles: ["admin"] });
  await readAfter(7);
  assert.deepEqual(await noticesOf(lost, late.email), [], "a later admin hears of nothing that is over");
});

test("a dispute that is decided long after the plan has ended is found without an event; one that is answered asks for nothing (BIL11 INV23)", async () => {
  const shop = await business(world, "noSetup");
  const { id } = world.stripe.dispute((await chargeOf(shop)).id);
  await world.api.subscriptions.cancel(String((await shop.subscription())?.id));
  await world.eventsApplied();
  const listed = async () => {
    const answer = await call(world.sayso, "GET", "/api/admin/payments", { cookie: await world.admin() });
    const [payment] = (await shop.payments()).map((one) => one.id);
    return ((await answer.json()) as Payments).disputes.find((one) => one.id === payment)?.needs_answer;
  };
  assert.equal(await listed(), true);
  await unheard(() => world.api.disputes.update(id, { evidence: { product_description: "A month." } }));
  await readAfter(200);
  assert.equal(await listed(), false, "it is with the bank");
  await unheard(() => world.stripe.closeDispute(id, "lost"));
  await readAfter(202);
  assert.equal(await dispute(shop), "lost");
  assert.equal(await listed(), undefined);
});

test("the schedule fails, of which admins are told, while there are more customers than it can read once a day (INV23 OPS02)", async () => {
  const late = Date.now() + 400 * 86_400_000;
  for (let count = 0; count < 25; count += 1) {
    const { id } = await world.api.customers.create({});
    await world.sayso.change(
      "INSERT INTO subscriptions (id, customer, email, created_at, read_at) VALUES (?1, ?2, '', 0, ?3)",
      `sub_${id}`,
      id,
      late - 3 * 86_400_000,
    );
  }
  const run = async () => {
    await world.sayso.schedule(new Date(late), "*/10 * * * *");
    const row = await world.sayso.row(
      "SELECT ok, result FROM schedule_runs WHERE name = 'reread-subscriptions'",
    );
    return [row?.ok, row?.result];
  };
  const overdue =
    "Stripe is not asked about every customer and top-up once a day: there are too many for the runs.";
  assert.deepEqual(await run(), [0, overdue]);
  for (let runs = 0; runs < 5; runs += 1) await run();
  assert.equal((await run())[0], 1);
});
