// Partners who leave the programme, and those who are readmitted.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { AffiliateDashboard } from "#api/generated/affiliate.ts";
import type { SubmitReply } from "#api/generated/public.ts";
import { addPartner } from "../../support/people/partner/affiliates.ts";
import { startPaymentWorld, type PaymentWorld } from "../../support/people/owner/payments.ts";
import { DAY } from "../../support/people/partner/referrals.ts";
import { addUser, call, signIn } from "../../support/people/owner/users.ts";
import { mailTo } from "../../support/runtime/worker.ts";

let world: PaymentWorld;
let coupon: string;
before(async () => {
  world = await startPaymentWorld();
  coupon = (await world.api.coupons.create({ amount_off: 1000, currency: "gbp", duration: "forever" })).id;
});
after(() => world.close());

/** A partner with a code that is valid at checkout, and its session. */
async function partner() {
  const code = `PAT-${crypto.randomUUID().slice(0, 8).toUpperCase()}`;
  await world.api.promotionCodes.create({ promotion: { type: "coupon", coupon }, code });
  const user = await addUser(world.sayso, { roles: ["affiliate"] });
  const found = await addPartner(world.sayso, user.id, code);
  return { ...found, code, cookie: await signIn(world.sayso, user, "affiliate") };
}
type Partner = Awaited<ReturnType<typeof partner>>;

const leave = ({ cookie }: Partner) =>
  call(world.sayso, "POST", "/api/affiliate/departure", { body: {}, cookie });
const end = async ({ id }: Partner, reason: string) =>
  call(world.sayso, "POST", `/api/affiliate/departure?affiliateId=${id}`, {
    body: { reason },
    cookie: await world.admin(),
  });
const takeBack = async ({ id }: Partner) =>
  call(world.sayso, "DELETE", `/api/admin/affiliates/${id}/departure`, { cookie: await world.admin() });
const rowOf = ({ id }: Partner) => world.sayso.row("SELECT * FROM affiliates WHERE id = ?", id);
const isUsable = async ({ code }: Partner) =>
  (await world.api.promotionCodes.list({ code })).data.some(({ active }) => active);
const audited = ({ id }: Partner) =>
  world.sayso.rows("SELECT action, after FROM audit_log WHERE subject = ? ORDER BY at, id", id);
const mailsAbout = ({ id }: Partner) =>
  world.sayso.rows(
    "SELECT recipient FROM emails WHERE template = 'partnership_ended' AND subject_id LIKE ?",
    `${id}/%`,
  );

/** Buys by the partner's link; returns the client's referrer. */
async function referredBy({ code }: Partner) {
  const email = await world.pay(`${world.links.standard.url}?client_reference_id=${code}`);
  await world.eventsApplied();
  const client = await world.client(email);
  return (
    await world.sayso.row("SELECT affiliate_id FROM affiliate_referrals WHERE client_id = ?", client?.id)
  )?.affiliate_id;
}

describe("a partner who leaves", () => {
  test("COM14 AFF11 brings no new clients from then on, earns 30 more days, and is told so, once", async () => {
    const pat = await partner();
    assert.equal(await referredBy(pat), pat.id);
    const answers = await Promise.all([leave(pat), leave(pat), leave(pat)]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    );
    // Purchases are dated by whole seconds.
    await world.sayso.change("UPDATE affiliates SET left_at = left_at - 1000 WHERE id = ?", pat.id);
    const { left_at: leftAt, code_unsettled: due } = (await rowOf(pat)) ?? {};
    assert.ok(Math.abs(Number(leftAt) - Date.now()) < DAY);
    assert.deepEqual([due, await isUsable(pat)], [0, false]);
    assert.equal(await referredBy(pat), undefined);
    const answer = await call(world.sayso, "GET", "/api/affiliate/dashboard", { cookie: pat.cookie });
    const dashboard = (await answer.json()) as AffiliateDashboard;
    assert.deepEqual([dashboard.leftAt, dashboard.earnsUntil], [leftAt, Number(leftAt) + 30 * DAY]);
    assert.deepEqual(await mailsAbout(pat), [{ recipient: pat.email }]);
    const mail = await mailTo(world.sayso, pat.email);
    assert.match(mail.text, new RegExp(`Your promo code ${pat.code} and your link`));
    assert.match(mail.text, /if it has reached £25\./);
    assert.deepEqual(await audited(pat), [], "the log is for what admins do");
  });

  test("COM14 keeps its code on at Stripe while that is away, and the schedule switches it off", async () => {
    const pat = await partner();
    world.stripe.fault({ method: "GET", path: "/v1/promotion_codes" }, { refuse: "api_error" });
    assert.equal((await leave(pat)).status, 200);
    assert.deepEqual([(await rowOf(pat))?.code_unsettled, await isUsable(pat)], [1, true]);
    await world.sayso.schedule(new Date(), "*/10 * * * *");
    assert.deepEqual([(await rowOf(pat))?.code_unsettled, await isUsable(pat)], [0, false]);
  });
});

describe("an admin", () => {
  test("COM14 AUT35 ends a partnership with a reason, and takes the partner back within 30 days", async () => {
    const pat = await partner();
    for (const reason of ["", "  ", "x".repeat(2001)]) {
      const answer = await end(pat, reason);
      assert.equal(answer.status, 400);
      assert.match(((await answer.json()) as SubmitReply).error ?? "", /say why/);
    }
    assert.equal((await rowOf(pat))?.left_at, null);
    assert.equal((await end(pat, " Advertised in our name. ")).status, 200);
    assert.equal((await end(pat, "Once more.")).status, 200);
    assert.equal(await isUsable(pat), false);
    assert.deepEqual(await audited(pat), [
      { action: "affiliate.end", after: JSON.stringify({ reason: "Advertised in our name." }) },
    ]);
    assert.equal((await takeBack(pat)).status, 200);
    assert.equal((await takeBack(pat)).status, 200, "as it is");
    assert.deepEqual([(await rowOf(pat))?.left_at, await isUsable(pat)], [null, true]);
    assert.deepEqual(
      (await audited(pat)).map(({ action }) => action),
      ["affiliate.end", "affiliate.take-back"],
    );
    assert.equal(await referredBy(pat), pat.id);
    await world.sayso.change("UPDATE affiliates SET left_at = ? WHERE id = ?", Date.now() - 31 * DAY, pat.id);
    const late = await takeBack(pat);
    assert.deepEqual([late.status, ((await late.json()) as SubmitReply).code], [409, "partnership_over"]);
  });
});
