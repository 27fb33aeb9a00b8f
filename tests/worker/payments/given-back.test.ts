// A refunded or ended purchase accepts no set-up, and its buyer is told.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { OnboardingRequestPage, PaidCheckout } from "#api/generated/site.ts";
import type { Payments } from "#api/generated/billing.ts";
import { setupForm } from "../../support/people/admin/site.ts";
import { business } from "../../support/people/owner/business.ts";
import { addClient } from "../../support/people/owner/clients.ts";
import { startPaymentWorld, type PaymentWorld } from "../../support/people/owner/payments.ts";
import { call } from "../../support/people/owner/users.ts";
import { runJobs, until } from "../../support/runtime/worker.ts";

let world: PaymentWorld;
before(async () => {
  world = await startPaymentWorld();
});
after(() => world.close());

const look = async (checkout: string) =>
  (await (await world.sayso.fetch(`/api/public/checkout/${checkout}`)).json()) as PaidCheckout;
const post = async (path: string, body?: unknown) =>
  call(world.sayso, "POST", `/api/admin/${path}`, {
    cookie: await world.admin(),
    ...(body !== undefined && { body }),
  });
const desk = async () =>
  (await (
    await call(world.sayso, "GET", "/api/admin/payments", { cookie: await world.admin() })
  ).json()) as Payments;
const setUp = (email: string, checkout: string, company = "Late Bakery") =>
  world.sayso.fetch("/functions/v1/client-onboarding", {
    method: "POST",
    body: setupForm({ email, checkout, company }),
  });
const mailsOf = async (template: string, email: string) =>
  (await world.sayso.rows("SELECT id FROM emails WHERE template = ? AND recipient = ?", template, email))
    .length;
const mailAbout = (email: string, subject: RegExp) =>
  until(`a mail about ${subject}`, async () => {
    await runJobs(world.sayso, { mailsTo: email });
    return (await world.sayso.mails()).find(
      ({ to, subject: is }) => [to].flat().includes(email) && subject.test(is),
    );
  });
const audited = async (action: string, subject: string) =>
  (await world.sayso.rows("SELECT id FROM audit_log WHERE action = ? AND subject = ?", action, subject))
    .length;
/** A plan that was bought with a business's address, and the subscription that waits. */
async function doubtful() {
  const client = await addClient(world.sayso);
  const { checkout } = await world.purchase("noSetup", { email: client.email });
  await world.eventsApplied();
  const waits = (await desk()).subscriptions.find(({ email }) => email === client.email);
  return { email: client.email, checkout, id: String(waits?.id) };
}

test("a purchase that an admin gave back takes no set-up, and the buyer is told once (BIL11)", async () => {
  const { email, checkout, id } = await doubtful();
  assert.equal((await setUp(email, checkout, "Early Bakery")).status, 200, "while it waits");
  const welcomed = await mailsOf("onboarding_received", email);
  const pressed = await Promise.all([0, 1, 2, 3].map(() => post(`subscriptions/${id}/refund`)));
  assert.ok(pressed.some(({ status }) => status === 200));
  await world.eventsApplied();
  assert.equal(await audited("payment.refund", id), 1, "one decision");

  const { state, returned_pence: returned, takes_set_up: takes, question } = await look(checkout);
  assert.deepEqual([state, returned, takes, question], ["given_back", 3900, false, null]);
  const refused = await setUp(email, checkout);
  assert.deepEqual([refused.status, (await refused.json()).code], [409, "purchase_over"]);
  assert.equal(await mailsOf("onboarding_received", email), welcomed);
  const mail = await mailAbout(email, /^Your payment was refunded$/);
  assert.match(mail.text, /£39\.00 went back to the card[^]*nothing more is charged/);
  await world.sayso.schedule(new Date(Date.now() + 86_500_000), "*/10 * * * *");
  assert.equal(await mailsOf("payment_given_back", email), 1);

  const requests = (await (
    await call(world.sayso, "GET", "/api/admin/onboarding-requests", { cookie: await world.admin() })
  ).json()) as OnboardingRequestPage;
  const early = requests.onboarding_requests.find(({ company }) => company === "Early Bakery");
  assert.equal(early?.wait_reason, "purchase-over");
});

test("a plan that ended before its set-up takes none, whether it was given back or not (BIL11)", async () => {
  for (const [state, refunds] of [
    ["ended", false],
    ["given_back", true],
  ] as const) {
    const { email, checkout } = await world.purchase("noSetup");
    await world.eventsApplied();
    assert.equal((await look(checkout)).takes_set_up, true);
    const [customer] = (await world.api.customers.list({ email })).data;
    const [plan] = (await world.api.subscriptions.list({ customer: String(customer?.id) })).data;
    const [charge] = (await world.api.charges.list({ customer: String(customer?.id) })).data;
    if (refunds) await world.api.refunds.create({ charge: String(charge?.id) });
    await world.api.subscriptions.cancel(String(plan?.id));
    await world.eventsApplied();
    const found = await look(checkout);
    assert.deepEqual([found.state, found.takes_set_up], [state, false]);
    assert.equal((await setUp(email, checkout)).status, 409);
    assert.equal((await world.client(email))?.status, "pending_onboarding");
  }
});

test("a payment that was refunded while its plan goes on says so, and takes its set-up (BIL11)", async () => {
  const { email, checkout } = await world.purchase("noSetup");
  await world.eventsApplied();
  const [customer] = (await world.api.customers.list({ email })).data;
  const [charge] = (await world.api.charges.list({ customer: String(customer?.id) })).data;
  await world.api.refunds.create({ charge: String(charge?.id), amount: 900 });
  await world.eventsApplied();
  const found = await look(checkout);
  assert.deepEqual([found.state, found.returned_pence, found.takes_set_up], ["paid", 900, true]);
});

test("the buyer of credits for nobody is told that they were given back (BIL11)", async () => {
  const topUp = await world.sayso.row(
    "SELECT setting_value AS url FROM admin_settings WHERE setting_key = 'payment_link_top_up'",
  );
  const email = await world.pay(String(topUp?.url));
  await world.eventsApplied();
  const { id } = (await world.sayso.row("SELECT id FROM top_ups WHERE email = ?", email)) ?? {};
  assert.equal((await post(`top-ups/${id}/refund`)).status, 200);
  const mail = await mailAbout(email, /^Your payment was refunded$/);
  assert.match(mail.text, /video credits[^]*£15\.00 went back to the card/);
  await world.eventsApplied();
  assert.equal(await mailsOf("payment_given_back", email), 1);
  assert.equal(await audited("payment.refund", String(id)), 1);
});

test("of a refund and an assignment at once one is refused with 409 (BIL11)", async () => {
  const topUp = await world.sayso.row(
    "SELECT setting_value AS url FROM admin_settings WHERE setting_key = 'payment_link_top_up'",
  );
  const shop = await business(world, "noSetup");
  for (let round = 0; round < 3; round += 1) {
    const email = await world.pay(String(topUp?.url));
    await world.eventsApplied();
    const { id } = (await world.sayso.row("SELECT id FROM top_ups WHERE email = ?", email)) ?? {};
    const [refunded, assigned] = await Promise.all([
      post(`top-ups/${id}/refund`),
      post(`top-ups/${id}/client`, { client_id: shop.id }),
    ]);
    assert.deepEqual([refunded.status, assigned.status].toSorted(), [200, 409]);
    await world.eventsApplied();
    const row = await world.sayso.row("SELECT client_id, returned_at FROM top_ups WHERE id = ?", id);
    assert.deepEqual(
      [row?.client_id === shop.id, row?.returned_at !== null],
      assigned.status === 200 ? [true, false] : [false, true],
    );
  }
});
