// The Stripe double compared with localstripe, an independent one: both agree, or the difference is listed here. In
// each case Stripe's documentation confirms the double: localstripe has fields that the API removed before 2023, and
// validates less.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { after, before, describe, it } from "node:test";
import { freePort } from "../../support/runtime/free-port.ts";
import { pythonPackage } from "../../support/doubles/stripe/python.ts";
import { EARLIER, startStripe, type StripeDouble } from "../../support/doubles/stripe/stripe.ts";

const folder = pythonPackage("localstripe", "1.15.10") ?? "";
const skip = folder === "" && "localstripe is missing, and pip could not bring it";

/** Listens on this machine only, without storage: its own command does neither. */
const START = `
import sys
from aiohttp import web
from localstripe.resources import Store
from localstripe.server import app
Store.dump_to_disk = lambda self: None
web.run_app(app, host="127.0.0.1", port=int(sys.argv[1]), print=None, access_log=None)
`;

/** Starts localstripe (GPL: run, never copied) with the packages of a folder, and waits until it answers. */
async function startLocalstripe(packages: string) {
  const port = await freePort();
  const run = spawn("python3", ["-c", START, String(port)], {
    env: { ...process.env, PYTHONPATH: packages },
    stdio: "ignore",
  });
  const url = `http://127.0.0.1:${port}`;
  const answers = async (): Promise<boolean> =>
    fetch(url).then(
      () => true,
      () => false,
    );
  while (run.exitCode === null && !(await answers())) await new Promise((resolve) => setTimeout(resolve, 50));
  return {
    url,
    secretKey: "sk_test_localstripe",
    close: async (): Promise<void> => {
      run.kill();
      await once(run, "close");
    },
  };
}

type Side = { url: string; secretKey: string };
type Answer = { status: number; body: Record<string, any> };

/** Fields of localstripe alone, by the kind of object. */
const DROPPED: Record<string, string[]> = {
  product: ["attributes", "caption"],
  // Renamed or dropped in 2019; the lists are included only when expanded since 2020-08-27.
  customer: ["account_balance", "business_vat_id", "sources", "subscriptions", "tax_ids"],
  // Since 2022-11-15 an intent has `latest_charge`, and refunds are included only when expanded.
  payment_intent: ["charges"],
  charge: ["refunds"],
  refund: ["date", "livemode"],
  // Its time is `date`.
  invoiceitem: ["created"],
  // Included only on request by `include[]`.
  list: ["total_count"],
};

/** Values that differ, by the kind of object. */
const OTHER: Record<string, string[]> = {
  // A customer has no currency before its first invoice, and its locales are an empty list; services are not shipped.
  customer: ["currency", "preferred_locales"],
  product: ["shippable"],
  // Not before 2024-04-10; an id unless expanded.
  payment_intent: ["capture_method", "latest_charge"],
  // A charge's intent is found through its refunds.
  refund: ["payment_intent"],
};

const CARD = {
  type: "card",
  "card[number]": "4242424242424242",
  "card[exp_month]": "12",
  "card[exp_year]": "2040",
  "card[cvc]": "123",
};

/** The same calls on either side, by subject. */
async function walk({ url, secretKey }: Side): Promise<Record<string, Answer>> {
  const answers: Record<string, Answer> = {};
  const call = async (
    name: string,
    method: string,
    path: string,
    parameters: Record<string, string> = {},
  ) => {
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${secretKey}` },
      ...(method === "POST" && { body: new URLSearchParams(parameters) }),
    });
    const text = await response.text();
    const body = (text.startsWith("{") ? JSON.parse(text) : {}) as Answer["body"];
    answers[name] = { status: response.status, body };
    return body;
  };
  await call("a product", "POST", "/v1/products", { name: "Video" });
  const method = await call("a card", "POST", "/v1/payment_methods", CARD);
  const person = { email: "ann@shop.example", name: "Ann", "metadata[a]": "1" };
  const { id: customer } = await call("a customer", "POST", "/v1/customers", person);
  await call("a card that is kept", "POST", `/v1/payment_methods/${method["id"]}/attach`, { customer });
  const settings = { "invoice_settings[default_payment_method]": method["id"] };
  await call("a changed customer", "POST", `/v1/customers/${customer}`, settings);
  const coupon = { id: "ten", amount_off: "1000", currency: "gbp", duration: "forever" };
  await call("a coupon", "POST", "/v1/coupons", coupon);
  await call("the same coupon again", "POST", "/v1/coupons", coupon);
  const payment = { amount: "2900", currency: "gbp", customer, confirm: "true" };
  const intent = await call("a payment", "POST", "/v1/payment_intents", {
    ...payment,
    payment_method: method["id"],
  });
  const charge = intent["latest_charge"].id ?? intent["latest_charge"];
  await call("a charge", "GET", `/v1/charges/${charge}`);
  await call("a refund", "POST", "/v1/refunds", { charge, amount: "900" });
  await call("a refund of too much", "POST", "/v1/refunds", { charge, amount: "9900" });
  const failing = await call("a card that fails", "POST", "/v1/payment_methods", {
    ...CARD,
    "card[number]": "4000000000000341",
  });
  await call("a refused payment", "POST", "/v1/payment_intents", {
    ...payment,
    payment_method: failing["id"],
  });
  const item = { customer, amount: "2000", currency: "gbp", description: "Set-up" };
  await call("an invoice item", "POST", "/v1/invoiceitems", item);
  await call("an unknown customer", "GET", "/v1/customers/cus_none");
  await call("an unknown parameter", "POST", "/v1/customers", { nmae: "x" });
  await call("an unknown route", "GET", "/v1/nothing");
  await call("a list", "GET", "/v1/customers?limit=1");
  await call("the balance", "GET", "/v1/balance");
  await call("a customer that is deleted", "DELETE", `/v1/customers/${customer}`);
  return answers;
}

describe("localstripe", { skip }, () => {
  let double: StripeDouble;
  let theirs: Record<string, Answer>;
  let ours: Record<string, Answer>;

  before(async () => {
    double = await startStripe({ apiVersion: EARLIER });
    const other = await startLocalstripe(folder);
    [theirs, ours] = [await walk(other), await walk(double)];
    await other.close();
  });
  after(() => double.close());

  it("answers with the same statuses, but for a refund of more than was paid and for an id that is taken", () => {
    const knownDifferences: Record<string, [theirs: number, ours: number]> = {
      "a refund of too much": [200, 400],
      "the same coupon again": [409, 400],
    };
    for (const [name, { status }] of Object.entries(theirs))
      assert.deepEqual([status, ours[name]?.status], knownDifferences[name] ?? [status, status], name);
  });

  it("has no field that the double lacks and the API has", () => {
    for (const [name, { status, body }] of Object.entries(theirs)) {
      if (status !== 200 || ours[name]?.status !== 200) continue;
      const lacking = Object.keys(body).filter((field) => !(field in (ours[name]?.body ?? {})));
      const dropped = DROPPED[body["object"] as string] ?? [];
      assert.deepEqual(
        lacking.filter((field) => !dropped.includes(field)),
        [],
        name,
      );
    }
  });

  it("says the same of the same things, ids and times apart", () => {
    let compared = 0;
    for (const [name, { status, body }] of Object.entries(theirs)) {
      const mine = ours[name]?.body ?? {};
      if (status !== 200 || ours[name]?.status !== 200) continue;
      for (const [field, value] of Object.entries(body)) {
        const skipped = ["created", "date", ...(OTHER[body["object"] as string] ?? [])].includes(field);
        const named = typeof value === "string" && /^[a-z]+_\w{10,}/.test(value);
        if (skipped || named || !(field in mine) || (typeof value === "object" && value !== null)) continue;
        assert.deepEqual(mine[field], value, `${name}: ${field}`);
        compared += 1;
      }
    }
    assert.ok(compared > 80, `${compared} values`);
  });
});
