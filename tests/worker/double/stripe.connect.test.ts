// Connected accounts and transfers of the Stripe double, as Stripe's client for Node uses them.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Stripe } from "stripe";
import { nodeClient, pay, refusal } from "../../support/doubles/stripe/node-client.ts";
import { startStripe, type StripeDouble } from "../../support/doubles/stripe/stripe.ts";

describe("connected accounts of the Stripe double", () => {
  let double: StripeDouble;
  let stripe: Stripe;
  before(async () => {
    double = await startStripe();
    stripe = nodeClient(double);
    const price = await stripe.prices.create({
      currency: "gbp",
      unit_amount: 10_000,
      product_data: { name: "Funds" },
    });
    await pay((await stripe.paymentLinks.create({ line_items: [{ price: price.id, quantity: 1 }] })).url);
  });
  after(() => double.close());

  const create = () =>
    stripe.accounts.create({
      type: "express",
      country: "GB",
      capabilities: { transfers: { requested: true } },
    });
  const link = (account: string) =>
    stripe.accountLinks.create({
      account,
      type: "account_onboarding",
      return_url: "http://127.0.0.1:9/back",
      refresh_url: "http://127.0.0.1:9/again",
    });
  const finish = async (url: string) => {
    await fetch(url);
    return fetch(url, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ action: "finish" }),
    });
  };
  const ready = async () => {
    const { id } = await create();
    await finish((await link(id)).url);
    return id;
  };

  it("AFF19 can receive once their owner has finished the page, which opens once", async () => {
    const account = await create();
    assert.deepEqual(account.capabilities, { transfers: "inactive" });
    const { url } = await link(account.id);
    const answer = await finish(url);
    assert.equal(answer.headers.get("location"), "http://127.0.0.1:9/back");
    const { capabilities, details_submitted: submitted } = await stripe.accounts.retrieve(account.id);
    assert.deepEqual({ capabilities, submitted }, { capabilities: { transfers: "active" }, submitted: true });
    const late = await fetch(url, { redirect: "manual" });
    assert.equal(late.headers.get("location"), "http://127.0.0.1:9/again");
    const foreign = await refusal(stripe.accounts.retrieve("acct_1Foreign"));
    assert.deepEqual(
      [foreign.type, foreign.statusCode, foreign.code],
      ["StripePermissionError", 403, "account_invalid"],
    );
  });

  it("COM11 get transfers within the balance, found by their group, and give them back", async () => {
    const destination = await ready();
    const transfer = await stripe.transfers.create({
      amount: 3000,
      currency: "gbp",
      destination,
      transfer_group: "payout-1",
    });
    const { data } = await stripe.transfers.list({ transfer_group: "payout-1" });
    assert.deepEqual(
      data.map(({ id }) => id),
      [transfer.id],
    );
    assert.equal((await stripe.balance.retrieve()).available[0]?.amount, 7000);
    await stripe.transfers.createReversal(transfer.id, { amount: 1000 });
    const after1 = await stripe.transfers.retrieve(transfer.id);
    assert.deepEqual(
      [after1.amount_reversed, after1.reversed, after1.reversals.data.length],
      [1000, false, 1],
    );
    await stripe.transfers.createReversal(transfer.id);
    assert.equal((await stripe.transfers.retrieve(transfer.id)).reversed, true);
    assert.match(
      (await refusal(stripe.transfers.createReversal(transfer.id, { amount: 1 }))).message,
      /greater than/,
    );
  });

  it("COM11 get no transfer that they cannot have, and a refusal for want of money is kept with its key", async () => {
    const { id } = await create();
    const params = { amount: 1000, currency: "gbp" };
    const codes = [
      (await refusal(stripe.transfers.create({ ...params, destination: id }))).code,
      (await refusal(stripe.transfers.create({ ...params, destination: "acct_1Foreign" }))).code,
    ];
    assert.deepEqual(codes, ["insufficient_capabilities_for_transfer", "resource_missing"]);
    const destination = await ready();
    const large = { ...params, amount: 1_000_000, destination };
    const options = { idempotencyKey: "payout-2-0" };
    assert.equal((await refusal(stripe.transfers.create(large, options))).code, "balance_insufficient");
    const price = await stripe.prices.create({
      currency: "gbp",
      unit_amount: 2_000_000,
      product_data: { name: "Funds" },
    });
    await pay((await stripe.paymentLinks.create({ line_items: [{ price: price.id, quantity: 1 }] })).url);
    assert.equal((await refusal(stripe.transfers.create(large, options))).code, "balance_insufficient");
    const sent = await stripe.transfers.create(large, { idempotencyKey: "payout-2-1" });
    const replayed = await stripe.transfers.create(large, { idempotencyKey: "payout-2-1" });
    assert.equal(replayed.id, sent.id);
  });
});
