// The month that bought credits belong to, for any order of events and bank decisions.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { business } from "../../support/people/owner/business.ts";
import { call } from "../../support/people/owner/users.ts";
import { startPaymentWorld, type PaymentWorld } from "../../support/people/owner/payments.ts";

let world: PaymentWorld;
before(async () => {
  world = await startPaymentWorld();
});
after(() => world.close());

type Shop = Awaited<ReturnType<typeof business>>;

const HOUR = 3600;
const credits = async (shop: Shop) => (await shop.row()).credits_remaining;
const changes = async (shop: Shop) =>
  (
    await world.sayso.rows(
      "SELECT reason, amount FROM credit_ledger WHERE client_id = ? ORDER BY seq",
      shop.id,
    )
  ).map(({ reason, amount }) => [reason, amount]);

/** Buys more credits; answers their charge. */
async function buyMore(shop: Shop) {
  const { top_up: offer } = await shop.billing();
  await world.pay(String(offer?.url), { email: shop.email });
  const [session] = (await world.api.checkout.sessions.list({ limit: 1 })).data;
  const [charge] = (await world.api.charges.list({ payment_intent: String(session?.payment_intent) })).data;
  return String(charge?.id);
}

/** Moves Stripe's clock past the end of a business's month by `seconds`. */
async function toMonthEnd(shop: Shop, seconds: number) {
  const end = (await shop.subscription())?.items.data[0]?.current_period_end ?? 0;
  await world.stripe.advanceTo(new Date((end + seconds) * 1000));
}

const undelivered = () => world.stripe.deliveries.undelivered();

for (const late of [false, true])
  test(`credits that were paid for before a renewal lapse with it, ${late ? "also where their event comes after it" : "in the order of events"}, and a refund takes no others (BIL04 BIL05 BIL11 BIL12)`, async () => {
    const shop = await business(world, "noSetup");
    world.stripe.deliveries.hold();
    await toMonthEnd(shop, -60);
    const charge = await buyMore(shop);
    const bought = undelivered();
    await toMonthEnd(shop, 2 * HOUR);
    const renewed = undelivered().filter((one) => !bought.includes(one));
    for (const events of late ? [renewed, bought] : [bought, renewed]) {
      await world.stripe.deliveries.deliver(events);
      await world.eventsApplied();
    }
    world.stripe.deliveries.release();
    assert.equal(await credits(shop), 50);
    assert.deepEqual(
      (await changes(shop)).slice(1),
      late
        ? [
            ["renewal", 0],
            ["top_up", 25],
            ["top_up_lapsed", -25],
          ]
        : [
            ["top_up", 25],
            ["renewal", -25],
          ],
    );
    await world.api.refunds.create({ charge });
    await world.eventsApplied();
    assert.equal(await credits(shop), 50);
  });

for (const late of [false, true])
  test(`credits that were paid for after a renewal stay, ${late ? "also where the renewal is known later" : "in the order of events"}, and go back with their money (BIL04 BIL05 BIL11 BIL12)`, async () => {
    const shop = await business(world, "noSetup");
    world.stripe.deliveries.hold();
    await toMonthEnd(shop, 2 * HOUR);
    const renewed = undelivered();
    const charge = await buyMore(shop);
    const bought = undelivered().filter((one) => !renewed.includes(one));
    for (const events of late ? [bought, renewed] : [renewed, bought]) {
      await world.stripe.deliveries.deliver(events);
      await world.eventsApplied();
    }
    world.stripe.deliveries.release();
    assert.equal(await credits(shop), 75);
    await world.api.refunds.create({ charge });
    await world.eventsApplied();
    assert.equal(await credits(shop), 50);
  });

test("credits that a dispute took come again once it is won, whatever month runs by then, and no more of them than it took (BIL05 BIL11)", async () => {
  const shop = await business(world, "noSetup");
  const charge = await buyMore(shop);
  await world.eventsApplied();
  await world.sayso.change("UPDATE clients SET credits_remaining = 10 WHERE id = ?", shop.id);
  const first = world.stripe.dispute(charge);
  await world.eventsApplied();
  assert.equal(await credits(shop), 0);
  await toMonthEnd(shop, 2 * HOUR);
  await world.eventsApplied();
  assert.equal(await credits(shop), 50);
  world.stripe.closeDispute(first.id, "won");
  await world.eventsApplied();
  assert.equal(await credits(shop), 60, "the bank has decided weeks later");
  const second = world.stripe.dispute(charge);
  await world.eventsApplied();
  assert.equal(await credits(shop), 50, "and may take them again");
  world.stripe.closeDispute(second.id, "won");
  await world.eventsApplied();
  assert.equal(await credits(shop), 60);
  await toMonthEnd(shop, 2 * HOUR);
  await world.eventsApplied();
  assert.equal(await credits(shop), 50, "they are of that month");
  const third = world.stripe.dispute(charge);
  await world.eventsApplied();
  world.stripe.closeDispute(third.id, "won");
  await world.eventsApplied();
  assert.equal(await credits(shop), 50, "a dispute that took nothing gives nothing back");
});

test("credits that an admin gives belong to the current month and are taken back with its refund (BIL05 BIL11)", async () => {
  const shop = await business(world, "noSetup");
  const { top_up: offer } = await shop.billing();
  const nobodys = String(offer?.url).replace(shop.id, crypto.randomUUID());
  await world.pay(nobodys, { email: shop.email });
  const [session] = (await world.api.checkout.sessions.list({ limit: 1 })).data;
  await world.eventsApplied();
  await toMonthEnd(shop, 2 * HOUR);
  await world.eventsApplied();
  const given = await call(world.sayso, "POST", `/api/admin/top-ups/${session?.id}/client`, {
    cookie: await world.admin(),
    body: { client_id: shop.id },
  });
  assert.equal(given.status, 200);
  assert.equal(await credits(shop), 75);
  await world.api.refunds.create({ payment_intent: String(session?.payment_intent) });
  await world.eventsApplied();
  assert.equal(await credits(shop), 50);
});
