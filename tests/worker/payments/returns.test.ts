// Money of a month that goes back: refunds, and disputes with the card's bank.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { business } from "../../support/people/owner/business.ts";
import type { Payments } from "../../../web/src/api/generated/Payments.ts";
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

test("BIL11 COM21 what is refunded of a month is known, in part and whole, and the plan goes on", async () => {
  const shop = await business(world, "noSetup");
  const { id: charge } = await chargeOf(shop);
  await world.api.refunds.create({ charge, amount: 900 });
  await world.settled();
  assert.deepEqual(await returned(shop), [[3900, 900]]);
  await world.api.refunds.create({ charge });
  await world.settled();
  assert.deepEqual(await returned(shop), [[3900, 3900]]);
  assert.equal((await shop.billing()).state, "active");
  assert.equal(await outcome("charge.refunded"), "Money was refunded. Of the plan: It is paid.");
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

test("BIL11 COM21 INV23 what goes back of a subscription that has ended is found, though no event came of it", async () => {
  const shop = await business(world, "noSetup");
  const { id: charge } = await chargeOf(shop);
  await world.api.subscriptions.cancel(String((await shop.subscription())?.id));
  await world.settled();
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
  await world.settled();
  assert.deepEqual([await returned(shop), await dispute(shop)], [[[3900, 3900]], "open"]);
  const toDecide = async () => {
    const cookie = await world.admin();
    const answer = await call(world.sayso, "GET", "/api/admin/payments", { cookie });
    return ((await answer.json()) as Payments).disputes.map(({ disputed_pence: pence }) => pence);
  };
  assert.deepEqual(await toDecide(), [3900]);
  const told = await mailTo(world.sayso, desk.email);
  assert.match(told.subject, /^A payment of .+ is disputed$/);
  assert.match(told.text, new RegExp(`The dispute is ${disputed.id}\\.`));
  assert.match(
    String(await outcome("charge.dispute.created")),
    /answer it in Stripe\. Of the plan: It is paid\./,
  );
  world.stripe.closeDispute(disputed.id, "won");
  await world.settled();
  assert.deepEqual([await returned(shop), await dispute(shop)], [[[3900, 0]], null]);
  assert.deepEqual(await toDecide(), [], "it is decided");

  const lost = await business(world, "noSetup");
  const { id: late } = world.stripe.dispute((await chargeOf(lost)).id);
  world.stripe.closeDispute(late, "lost");
  await world.settled();
  assert.deepEqual([await returned(lost), await dispute(lost)], [[[3900, 3900]], "lost"]);
});

test("BIL11 COM21 an inquiry takes nothing and says so, waits for its answer, and is told of again once it takes the money", async () => {
  const asked = await business(world, "noSetup");
  const desk = await addUser(world.sayso, { roles: ["admin"] });
  const { id: inquiry } = world.stripe.dispute((await chargeOf(asked)).id, "general", { inquiry: true });
  await world.settled();
  const toDecide = async () => {
    const answer = await call(world.sayso, "GET", "/api/admin/payments", { cookie: await world.admin() });
    const { disputes } = (await answer.json()) as Payments;
    return disputes.map(({ disputed_pence: pence, is_inquiry: isInquiry }) => [pence, isInquiry]);
  };
  assert.deepEqual([await returned(asked), await dispute(asked)], [[[3900, 0]], null]);
  assert.deepEqual(await toDecide(), [[3900, true]]);
  const told = await mailTo(world.sayso, desk.email);
  assert.match(told.subject, /^A payment of .+ is asked about$/);
  assert.match(told.text, /its card’s bank asks about it\. The bank has taken no money\./);
  assert.match(told.text, /without an answer it may become a dispute/);

  await world.api.disputes.update(inquiry, { evidence: { product_description: "A month of Sayso." } });
  await world.settled();
  assert.deepEqual([await returned(asked), await toDecide()], [[[3900, 0]], []], "it is answered");
  world.stripe.escalateInquiry(inquiry);
  await world.settled();
  assert.deepEqual([await returned(asked), await dispute(asked)], [[[3900, 3900]], "open"]);
  assert.deepEqual(await toDecide(), [[3900, false]]);
  const mails = (await world.sayso.mails()).filter(({ to }) => [to].flat().includes(desk.email));
  assert.deepEqual(
    mails.map(({ text }) => /The bank has taken[^.]*/.exec(text)?.[0]).toSorted(),
    ["The bank has taken no money", "The bank has taken the money back until it decides"],
    "one mail of each",
  );
});
