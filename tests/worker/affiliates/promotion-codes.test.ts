// The promotion code of a partner, looked up at Stripe when it is saved and when its partner is approved.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { SubmitReply } from "#api/generated/public.ts";
import { adminCookie } from "../../support/people/admin/admin-calls.ts";
import { addApplication, addPartner } from "../../support/people/partner/affiliates.ts";
import { startPaymentWorld, type PaymentWorld } from "../../support/people/owner/payments.ts";
import { addUser, call } from "../../support/people/owner/users.ts";
import { startWorker } from "../../support/runtime/worker.ts";

const DAY = 86_400;
let world: PaymentWorld;
before(async () => {
  world = await startPaymentWorld();
});
after(() => world.close());

const ask = async (method: string, path: string, body: unknown) => {
  const answer = await call(world.sayso, method, path, { body, cookie: await world.admin() });
  const { code, error } = (await answer.json()) as SubmitReply;
  return { status: answer.status, code, error };
};
const save = (id: string, code: string, overrides: object = {}) =>
  ask("PUT", `/api/admin/affiliates/${id}`, { stripe_coupon_id: code, notes: "", ...overrides });
const approve = (affiliateId: string) =>
  ask("POST", "/functions/v1/create-affiliate-account", { affiliateId });
const row = (id: string) => world.sayso.row("SELECT * FROM affiliates WHERE id = ?", id);
const someCode = () => `PAT-${crypto.randomUUID().slice(0, 8).toUpperCase()}`;

type Coupon = Parameters<PaymentWorld["api"]["coupons"]["create"]>[0];
const TEN_POUNDS = { amount_off: 1000, currency: "gbp", duration: "forever" } as const;

/** A promotion code at Stripe; by default its coupon gives the discount that partners' clients are promised. */
async function promotion(coupon: Coupon = TEN_POUNDS, overrides: object = {}) {
  const { id } = await world.api.coupons.create(coupon);
  const made = await world.api.promotionCodes.create({
    promotion: { type: "coupon", coupon: id },
    code: someCode(),
    ...overrides,
  });
  return { ...made, coupon: id };
}

describe("the promotion code of a partner", () => {
  test("AFA08 AFA09 AFA10 AFA11 AUT35 is trimmed, put in upper case, kept with the notes, and noted", async () => {
    const { code } = await promotion();
    const affiliate = await addApplication(world.sayso);
    const path = `/api/admin/affiliates/${affiliate.id}`;
    const saved = await ask("PUT", path, {
      stripe_coupon_id: `  ${code.toLowerCase()} `,
      notes: " Met in York. ",
    });
    assert.equal(saved.status, 200);
    const { stripe_coupon_id, notes, status } = (await row(affiliate.id)) ?? {};
    assert.deepEqual([stripe_coupon_id, notes, status], [code, "Met in York.", "pending"]);
    const line = await world.sayso.row("SELECT * FROM audit_log WHERE subject = ?", affiliate.id);
    assert.equal(line?.action, "affiliate.configure");
    assert.deepEqual(JSON.parse(line?.after), { stripe_coupon_id: code, notes: "Met in York." });
    for (const blank of ["", "  \t "]) {
      const answer = await call(world.sayso, "PUT", path, {
        body: { stripe_coupon_id: blank, notes: "" },
        cookie: await world.admin(),
      });
      const { fields } = (await answer.json()) as SubmitReply;
      assert.deepEqual(
        [answer.status, fields],
        [400, { stripe_coupon_id: "Stripe Coupon Code is required" }],
      );
    }
    assert.equal((await save(affiliate.id, "PAT 10")).status, 400);
    assert.equal((await save(affiliate.id, code, { notes: "n".repeat(2001) })).status, 400);
    assert.equal((await row(affiliate.id))?.stripe_coupon_id, code);
  });

  const wrong: [string, string, Coupon, object][] = [
    ["takes off £5", "code_discount", { ...TEN_POUNDS, amount_off: 500 }, {}],
    ["takes off 10 euros", "code_discount", { ...TEN_POUNDS, currency: "eur" }, {}],
    ["takes off a percentage", "code_discount", { percent_off: 30, duration: "forever" }, {}],
    ["takes it off once", "code_discount", { ...TEN_POUNDS, duration: "once" }, {}],
    ["was switched off", "code_unusable", TEN_POUNDS, { active: false }],
    ["ends one day", "code_limited", TEN_POUNDS, { expires_at: Math.floor(Date.now() / 1000) + 30 * DAY }],
    ["can be used once", "code_limited", TEN_POUNDS, { max_redemptions: 1 }],
    ["is for new customers", "code_limited", TEN_POUNDS, { restrictions: { first_time_transaction: true } }],
  ];
  for (const [name, code, coupon, overrides] of wrong) {
    test(`INV39 one that ${name} is refused at save and at approval`, async () => {
      const made = await promotion(coupon, overrides);
      const affiliate = await addApplication(world.sayso);
      const saved = await save(affiliate.id, made.code);
      assert.deepEqual([saved.status, saved.code], [400, code]);
      assert.equal((await row(affiliate.id))?.stripe_coupon_id, null);
      await world.sayso.change(
        "UPDATE affiliates SET stripe_coupon_id = ? WHERE id = ?",
        made.code,
        affiliate.id,
      );
      const approved = await approve(affiliate.id);
      assert.deepEqual([approved.status, approved.code], [400, code]);
      assert.equal((await row(affiliate.id))?.status, "pending");
    });
  }

  test("INV39 one that expires, or whose coupon is deleted, after it was saved is refused at approval", async () => {
    const expiring = await promotion();
    const deleted = await promotion();
    for (const [made, code] of [
      [expiring, "code_expired"],
      [deleted, "code_unusable"],
    ] as const) {
      const affiliate = await addApplication(world.sayso);
      assert.equal((await save(affiliate.id, made.code)).status, 200);
      if (made === deleted) await world.api.coupons.del(made.coupon);
      else world.stripe.store.get("promotion_code", made.id).expires_at = world.stripe.now() - 1;
      const approved = await approve(affiliate.id);
      assert.deepEqual([approved.status, approved.code], [400, code]);
      assert.equal((await row(affiliate.id))?.status, "pending");
      const again = await save(affiliate.id, made.code);
      assert.deepEqual([again.status, again.code], [400, code]);
    }
  });

  test("INV39 another partner's is refused, also of two admins who save one at once", async () => {
    const { code } = await promotion();
    await addPartner(world.sayso, (await addUser(world.sayso, { roles: ["affiliate"] })).id, code);
    const affiliate = await addApplication(world.sayso);
    const saved = await save(affiliate.id, code);
    assert.deepEqual([saved.status, saved.code], [400, "code_taken"]);

    const other = await promotion();
    const two = [await addApplication(world.sayso), await addApplication(world.sayso)];
    const answers = await Promise.all(two.map(({ id }) => save(id, other.code)));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 400]);
    assert.equal(answers.find(({ status }) => status === 400)?.code, "code_taken");
  });

  test("INV39 AFA06 a missing one is refused, and created where that is asked for, with the set-up's own coupon", async () => {
    const affiliate = await addApplication(world.sayso);
    const code = someCode();
    const refused = await save(affiliate.id, code);
    assert.deepEqual([refused.status, refused.code], [400, "code_missing"]);

    const without = await save(affiliate.id, code, { create_code: true });
    assert.deepEqual([without.status, without.code], [400, "no_coupon"]);
    const coupon = await world.api.coupons.create({ ...TEN_POUNDS, metadata: { sayso: "referral-coupon" } });
    const answers = await Promise.all([1, 2].map(() => save(affiliate.id, code, { create_code: true })));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
      "two who press at once make one",
    );
    const made = world.stripe.store.all("promotion_code").filter((one) => one.code === code);
    assert.deepEqual(
      made.map((one) => one.coupon),
      [coupon.id],
    );
    assert.equal((await row(affiliate.id))?.stripe_coupon_id, code);
    const audited = await world.sayso.row(
      "SELECT count(*) AS n FROM audit_log WHERE action = 'stripe.create'",
    );
    assert.equal(audited?.n, 1);
    assert.equal((await approve(affiliate.id)).status, 200);
  });

  test("INV39 a code that was switched off is as good as another that is on under its name", async () => {
    const first = await promotion();
    await world.api.promotionCodes.update(first.id, { active: false });
    const { id: coupon } = await world.api.coupons.create(TEN_POUNDS);
    await world.api.promotionCodes.create({ promotion: { type: "coupon", coupon }, code: first.code });
    assert.equal((await save((await addApplication(world.sayso)).id, first.code)).status, 200);
  });

  test("INV39 nothing is saved or approved while Stripe does not answer", async () => {
    const { code } = await promotion();
    const affiliate = await addApplication(world.sayso, { code });
    world.stripe.fault({ path: "/v1/promotion_codes" }, { cut: "before" }, 2);
    try {
      for (const answer of [await save(affiliate.id, code), await approve(affiliate.id)])
        assert.deepEqual([answer.status, answer.code], [502, "payments_away"]);
    } finally {
      world.stripe.clearFaults();
    }
    assert.equal((await row(affiliate.id))?.status, "pending");
  });
});

test("INV39 without a key of Stripe's a code is taken as it is, and the list says so", async () => {
  const sayso = await startWorker();
  try {
    const cookie = await adminCookie(sayso);
    const affiliate = await addApplication(sayso);
    const path = `/api/admin/affiliates/${affiliate.id}`;
    const saved = await call(sayso, "PUT", path, { cookie, body: { stripe_coupon_id: "pat-10", notes: "" } });
    assert.equal(saved.status, 200);
    const list = await (await call(sayso, "GET", "/api/admin/affiliates?status=pending", { cookie })).json();
    const { checks_codes, affiliates } = list as {
      checks_codes: boolean;
      affiliates: { stripe_coupon_id: string }[];
    };
    assert.deepEqual([checks_codes, affiliates.map((one) => one.stripe_coupon_id)], [false, ["PAT-10"]]);
  } finally {
    await sayso.close();
  }
});
