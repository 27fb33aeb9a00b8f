// A client's referrer, from purchases reported by Stripe.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { AffiliateDashboard, ReferralRecord } from "#api/generated/affiliate.ts";
import type { SubmitReply } from "#api/generated/public.ts";
import { adminCalls } from "../../support/people/admin/admin-calls.ts";
import { addPartner, type Affiliate } from "../../support/people/partner/affiliates.ts";
import { addClient } from "../../support/people/owner/clients.ts";
import { startPaymentWorld, type PaymentWorld } from "../../support/people/owner/payments.ts";
import { calculate, commissionsOf } from "../../support/people/partner/referrals.ts";
import { CARDS } from "../../support/doubles/stripe/node-client.ts";
import { addUser, call } from "../../support/people/owner/users.ts";

let world: PaymentWorld;
let coupon: string;
before(async () => {
  world = await startPaymentWorld();
  coupon = (await world.api.coupons.create({ amount_off: 1000, currency: "gbp", duration: "forever" })).id;
});
after(() => world.close());

const { get, cookie } = adminCalls(() => world.sayso);

/** A partner whose code is valid at checkout. */
async function partner(code = `PAT-${crypto.randomUUID().slice(0, 8).toUpperCase()}`) {
  await world.api.promotionCodes.create({ promotion: { type: "coupon", coupon }, code });
  const user = await addUser(world.sayso, { roles: ["affiliate"] });
  const found = await addPartner(world.sayso, user.id, code);
  // Some purchases are dated a second before they are made.
  await world.sayso.change(
    "UPDATE affiliates SET approved_at = approved_at - 3600000 WHERE id = ?",
    found.id,
  );
  return { ...found, code, userId: user.id };
}

/** Buys by a partner's link, with its code, or with another one typed in its place. */
async function buy(
  { link, code }: { link?: string; code?: string },
  fields: Record<string, string> = {},
): Promise<{ email: string; id: string }> {
  const search = new URLSearchParams({
    ...(link && { client_reference_id: link }),
    ...(code && { prefilled_promo_code: code }),
  });
  const email = await world.pay(`${world.links.standard.url}?${search}`, fields);
  await world.eventsApplied();
  return { email, id: String((await world.client(email))?.id) };
}

const referralOf = (clientId: string) =>
  world.sayso.row(
    "SELECT affiliate_id, evidence, self_referral FROM affiliate_referrals WHERE client_id = ?",
    clientId,
  );
const by = (affiliate: Affiliate, evidence: string, self: string | null = null) => ({
  affiliate_id: affiliate.id,
  evidence,
  self_referral: self,
});
/** Makes every subscription due for reconciliation. */
async function readAgain(): Promise<void> {
  await world.sayso.change("UPDATE subscriptions SET read_at = 0");
  await world.sayso.schedule(new Date(), "*/10 * * * *");
}
const referralPath = (clientId: string) => `/api/admin/clients/${clientId}/referral`;
/** A client's referrer as admins see it. */
const seen = async (clientId: string) => {
  const answer = await call(world.sayso, "GET", referralPath(clientId), { cookie: await cookie() });
  return (await answer.json()) as ReferralRecord | null;
};
const settle = async (clientId: string, settlement: { code: string; note: string; seen_code?: string }) =>
  call(world.sayso, "PUT", referralPath(clientId), {
    body: { seen_code: (await seen(clientId))?.code ?? "", ...settlement },
    cookie: await cookie(),
  });

/** How many of a partner's clients count now. */
async function countedOf({ id }: { id: string }) {
  await calculate(world.sayso, await cookie());
  return (await commissionsOf(world.sayso, id)).map(({ clients: count }) => count);
}

test("BIL08 BIL09 BIL11 a purchase by link or code is the partner's, the code that was used before the link, and once", async () => {
  const [anna, ben] = [await partner(), await partner()];
  const byLink = await buy({ link: anna.code.toLowerCase() });
  const byCode = await buy({ code: ben.code });
  const byBoth = await buy({ link: anna.code, code: ben.code });
  const byNobody = await buy({ link: "NOBODY" });
  assert.deepEqual(await referralOf(byLink.id), by(anna, "link"));
  assert.deepEqual(await referralOf(byCode.id), by(ben, "promotion_code"));
  assert.deepEqual(await referralOf(byBoth.id), by(ben, "promotion_code"));
  assert.equal(await referralOf(byNobody.id), undefined);
  await world.sayso.change(
    "UPDATE subscriptions SET promotion_code = ? WHERE client_id = ?",
    anna.code,
    byBoth.id,
  );
  await readAgain();
  assert.deepEqual(await referralOf(byBoth.id), by(ben, "promotion_code"), "whoever was first stays");
  const { referrals, activeReferrals } = await get<AffiliateDashboard>(
    `/api/affiliate/dashboard?affiliateId=${ben.id}`,
  );
  assert.equal(activeReferrals, 2);
  assert.deepEqual(
    referrals
      .map((one) => [one.email, one.subscription_status, one.activity, one.first_payment_date !== null])
      .toSorted(),
    [byCode, byBoth].map(({ email }) => [email, "active", "active", true]).toSorted(),
  );
});

test("a purchase with a code before it was a partner's does not refer to the partner (BIL10 COM22)", async () => {
  const code = `OLD-${crypto.randomUUID().slice(0, 8).toUpperCase()}`;
  await world.api.promotionCodes.create({ promotion: { type: "coupon", coupon }, code });
  const before1 = await buy({ code });
  const user = await addUser(world.sayso, { roles: ["affiliate"] });
  const anna = await addPartner(world.sayso, user.id, code);
  await world.sayso.change("UPDATE affiliates SET approved_at = ? WHERE id = ?", Date.now() + 1000, anna.id);
  await readAgain();
  assert.equal(await referralOf(before1.id), undefined);
  await world.sayso.change("UPDATE affiliates SET approved_at = approved_at - 3600000 WHERE id = ?", anna.id);
  const after1 = await buy({ code });
  assert.deepEqual(await referralOf(after1.id), by(anna, "promotion_code"));
});

test("COM12 COM22 a set-up fee that was paid with a month neither makes a client count nor keeps one counting", async () => {
  const anna = await partner();
  const [month, fee, all] = [
    await buy({ code: anna.code }),
    await buy({ code: anna.code }),
    await buy({ code: anna.code }),
  ];
  assert.deepEqual(await countedOf(anna), [3]);
  const customerOf = async ({ email }: { email: string }) =>
    String((await world.api.customers.list({ email })).data[0]?.id);
  const refund = async (buyer: { email: string }, amount: number) => {
    const [charge] = (await world.api.charges.list({ customer: await customerOf(buyer) })).data;
    await world.api.refunds.create({ charge: String(charge?.id), amount });
    await world.eventsApplied();
  };
  // £199 set-up, and £29 less the partner's £10.
  for (const amount of [5_000, 5_000, 9_900]) {
    await refund(fee, amount);
    assert.deepEqual(await countedOf(anna), [3], "the fee goes back");
  }
  await refund(fee, 1_000);
  assert.deepEqual(await countedOf(anna), [3], "a part of the month goes back");
  const [invoice] = (await world.api.invoices.list({ customer: await customerOf(month) })).data;
  const line = invoice?.lines.data.find(({ period }) => period.end > period.start);
  const off = (line?.discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0);
  const note = await world.api.creditNotes.create({
    invoice: String(invoice?.id),
    lines: [{ type: "invoice_line_item", invoice_line_item: String(line?.id), amount: 2_900 }],
    refund_amount: 2_900 - off,
  });
  await world.eventsApplied();
  assert.deepEqual(await countedOf(anna), [2], "a credit note says that the month goes back");
  await world.api.creditNotes.voidCreditNote(note.id);
  await world.eventsApplied();
  assert.deepEqual(await countedOf(anna), [3], "and it was taken back");
  await refund(all, 21_800);
  assert.deepEqual(await countedOf(anna), [2]);
});

test("COM12 COM21 COM22 a credit note that refunds nothing takes no month back, also once something else was refunded", async () => {
  const anna = await partner();
  const buyer = await buy({ code: anna.code });
  assert.deepEqual(await countedOf(anna), [1]);
  const customer = String((await world.api.customers.list({ email: buyer.email })).data[0]?.id);
  const [invoice] = (await world.api.invoices.list({ customer })).data;
  const line = invoice?.lines.data.find(({ period }) => period.end > period.start);
  const off = (line?.discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0);
  const credit = (kind: { credit_amount: number } | { out_of_band_amount: number }, amount: number) =>
    world.api.creditNotes.create({
      invoice: String(invoice?.id),
      lines: [{ type: "invoice_line_item", invoice_line_item: String(line?.id), amount }],
      ...kind,
    });
  const note = await credit({ credit_amount: 2_900 - off }, 2_900);
  const [charge] = (await world.api.charges.list({ customer })).data;
  await world.api.refunds.create({ charge: String(charge?.id), amount: 100 });
  await world.eventsApplied();
  assert.deepEqual(await countedOf(anna), [1], "credit for later invoices is not money that went back");
  await world.api.creditNotes.voidCreditNote(note.id);
  await credit({ out_of_band_amount: 2_900 - off }, 2_900);
  await readAgain();
  assert.deepEqual(await countedOf(anna), [1], "nor is what was given outside of Stripe");
});

test("a refunded or ended subscription stops counting as soon as Stripe notifies of it (COM13 COM21 COM22)", async () => {
  const anna = await partner();
  const clients = [
    await buy({ code: anna.code }),
    await buy({ code: anna.code }),
    await buy({ code: anna.code }),
  ];
  assert.deepEqual(await countedOf(anna), [3]);
  const [refunded, ended] = await Promise.all(
    clients.slice(0, 2).map(async ({ email }) => {
      const [customer] = (await world.api.customers.list({ email })).data;
      const [subscription] = (await world.api.subscriptions.list({ customer: String(customer?.id) })).data;
      return { customer: String(customer?.id), subscription: String(subscription?.id) };
    }),
  );
  const [charge] = (await world.api.charges.list({ customer: String(refunded?.customer) })).data;
  await world.api.refunds.create({ charge: String(charge?.id) });
  await world.eventsApplied();
  assert.deepEqual(await countedOf(anna), [2]);
  await world.api.subscriptions.cancel(String(ended?.subscription));
  await world.eventsApplied();
  // Moves the end into the past: the subscription counts until then, which is this very second.
  await world.sayso.change(
    "UPDATE subscriptions SET ended_at = ended_at - 2000 WHERE id = ?",
    ended?.subscription,
  );
  assert.deepEqual(await countedOf(anna), [1]);
});

describe("INV38 a partner that is its own client earns nothing by it", () => {
  test("INV38 by its address, however it is written", async () => {
    const anna = await partner();
    const [name, host] = anna.email.split("@");
    const own = await buy({ code: anna.code }, { email: `${name}+shop@${host}` });
    assert.deepEqual(await referralOf(own.id), by(anna, "promotion_code", "email"));
    await calculate(world.sayso, await cookie());
    assert.deepEqual(await commissionsOf(world.sayso, anna.id), []);
  });

  test("INV38 by the address that its client has by now", async () => {
    const anna = await partner();
    const own = await buy({ code: anna.code });
    assert.deepEqual(await referralOf(own.id), by(anna, "promotion_code"));
    const [name, host] = anna.email.split("@");
    await world.sayso.change("UPDATE clients SET email = ? WHERE id = ?", `${name}+biz@${host}`, own.id);
    await readAgain();
    assert.deepEqual(await referralOf(own.id), by(anna, "promotion_code", "email"));
  });

  test("INV38 by the card that pays for its own plan, and as the same customer", async () => {
    const anna = await partner();
    const own = await buy({}, { email: anna.email, number: CARDS.mastercard });
    await addUser(world.sayso, { clientId: own.id });
    const sameCard = await buy({ code: anna.code }, { number: CARDS.mastercard });
    const otherCard = await buy({ code: anna.code });
    assert.deepEqual(await referralOf(sameCard.id), by(anna, "promotion_code", "card"));
    assert.deepEqual(await referralOf(otherCard.id), by(anna, "promotion_code"));
    // The partner's own business pays as the customer of the other client.
    await world.sayso.change(
      `INSERT INTO subscriptions (id, customer, client_id, email, email_key, plan_type, ended_at, created_at, read_at)
       SELECT 'sub_' || customer, customer, ?3, ?1, ?1, 'standard', 1, 0, 0 FROM subscriptions WHERE client_id = ?2`,
      anna.email,
      otherCard.id,
      own.id,
    );
    await readAgain();
    assert.deepEqual(await referralOf(otherCard.id), by(anna, "promotion_code", "customer"));
  });

  test("INV38 a purchase under its address is its own only once that business has signed in: anybody can type it", async () => {
    const anna = await partner();
    const clients = [
      await buy({ code: anna.code }, { number: CARDS.mastercard }),
      await buy({ code: anna.code }, { number: CARDS.mastercard }),
    ];
    const pretended = await buy({}, { email: anna.email, number: CARDS.mastercard });
    await readAgain();
    for (const { id } of clients) assert.deepEqual(await referralOf(id), by(anna, "promotion_code"));
    assert.deepEqual(await countedOf(anna), [2]);
    await addUser(world.sayso, { clientId: pretended.id });
    await readAgain();
    for (const { id } of clients) assert.deepEqual(await referralOf(id), by(anna, "promotion_code", "card"));
  });
});

test("INV38 a sponsor earns nothing by what it buys itself, through whichever partner it came; the partner does", async () => {
  const [sponsor, anna] = [await partner(), await partner()];
  await world.sayso.change("UPDATE affiliates SET sponsor_id = ? WHERE id = ?", sponsor.id, anna.id);
  const [name, host] = sponsor.email.split("@");
  const shop = await buy({ code: anna.code }, { email: `${name}+shop@${host}`, number: CARDS.mastercard });
  await addUser(world.sayso, { clientId: shop.id });
  const own = [shop, await buy({ code: anna.code }, { number: CARDS.mastercard })];
  await buy({ code: anna.code });
  const sponsored = async () => {
    const path = `/api/affiliate/dashboard?affiliateId=${sponsor.id}`;
    const { sponsored: partners } = await (
      await call(world.sayso, "GET", path, { cookie: await cookie() })
    ).json();
    return [partners[0].active_clients, partners[0].own_purchases];
  };
  await calculate(world.sayso, await cookie());
  assert.deepEqual(
    (await commissionsOf(world.sayso, anna.id)).map(({ clients: count }) => count),
    [3],
  );
  assert.deepEqual(
    (await commissionsOf(world.sayso, sponsor.id)).map(({ type, clients: count }) => [type, count]),
    [["override", 1]],
  );
  assert.deepEqual(await sponsored(), [1, 2]);
  const { sponsors_own: evidence } = await (
    await call(world.sayso, "GET", `/api/admin/clients/${own[1]?.id}/referral`, { cookie: await cookie() })
  ).json();
  assert.equal(evidence, "card");

  for (const { id } of own)
    assert.equal((await settle(id, { code: anna.code, seen_code: anna.code, note: "Others'." })).status, 200);
  await readAgain();
  assert.deepEqual(await sponsored(), [3, 0], "a settlement holds, whatever is read later");
});

test("AFA10 INV38 an admin settles whose a client is, with a note, and what is found out later changes nothing", async () => {
  const [anna, ben] = [await partner(), await partner()];
  const own = await buy({ code: anna.code }, { email: anna.email });
  assert.deepEqual(await referralOf(own.id), by(anna, "promotion_code", "email"));
  assert.equal((await settle(own.id, { code: ben.code, note: " " })).status, 400);
  assert.equal((await settle(own.id, { code: "NO-PARTNER", note: "?" })).status, 404);
  assert.equal((await settle(own.id, { code: ben.code, note: "Ben had shown it to her." })).status, 200);
  assert.deepEqual(await referralOf(own.id), by(ben, "admin"));
  const line = await world.sayso.row(
    "SELECT before, after FROM audit_log WHERE action = 'referral.settle' AND subject = ?",
    own.id,
  );
  assert.deepEqual(
    [JSON.parse(String(line?.before)), JSON.parse(String(line?.after))],
    [
      { partner: anna.code, evidence: "promotion_code", self_referral: "email", sponsors_own: null },
      { partner: ben.code, note: "Ben had shown it to her." },
    ],
  );
  assert.equal((await settle(own.id, { code: anna.code, note: "It is hers." })).status, 200);
  await readAgain();
  assert.deepEqual(await referralOf(own.id), by(anna, "admin"), "no flag comes back");
  assert.equal((await settle(own.id, { code: "", note: "Came by itself." })).status, 200);
  await readAgain();
  assert.equal((await referralOf(own.id))?.affiliate_id, null);
});

test("AFA10 ENT09 an admin sees who referred a client and by what evidence; of two who settle it at once the second is told", async () => {
  const [anna, ben] = [await partner(), await partner()];
  const { id } = await buy({ code: anna.code }, { email: anna.email });
  const found = await seen(id);
  assert.deepEqual(
    [found?.code, found?.affiliate_id, found?.evidence, found?.self_referral, found?.settled_at],
    [anna.code, anna.id, "promotion_code", "email", null],
  );
  const both = await Promise.all(
    [ben.code, ""].map((code) => settle(id, { code, note: "As agreed.", seen_code: anna.code })),
  );
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409]);
  const refused = (await both.find(({ status }) => status === 409)?.json()) as SubmitReply;
  assert.deepEqual(refused.fields, { code: (await seen(id))?.code ?? "" });
  const { n } = (await world.sayso.row("SELECT count(*) AS n FROM audit_log WHERE subject = ?", id)) ?? {};
  assert.equal(n, 1);
  assert.equal(await seen((await addClient(world.sayso)).id), null);
});

// Stripe's clock is ahead after it.
test("BIL09 AFF21 a client that subscribed again is shown by its newest subscription", async () => {
  const anna = await partner();
  const client = await buy({ code: anna.code });
  const shown = async () =>
    (await get<AffiliateDashboard>(`/api/affiliate/dashboard?affiliateId=${anna.id}`)).referrals.map(
      (one) => one.subscription_status,
    );
  const subscription = await world.sayso.row(
    "SELECT id, customer FROM subscriptions WHERE client_id = ?",
    client.id,
  );
  await world.api.subscriptions.cancel(subscription?.id);
  await world.eventsApplied();
  assert.deepEqual(await shown(), ["canceled"]);
  // Subscriptions of the same second have no order.
  await world.stripe.advanceTo(new Date((world.stripe.now() + 2) * 1000));
  await world.subscribeToo(subscription?.customer, client.id);
  await world.eventsApplied();
  assert.deepEqual(await shown(), ["active"]);
});
