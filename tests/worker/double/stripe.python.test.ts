// The Stripe double, proven by Stripe's own client for Python.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { pythonPackage, runPython } from "../../support/doubles/stripe/python.ts";
import { startReceiver } from "../../support/doubles/stripe/receiver.ts";
import { EARLIER, PRESENT, startStripe, type StripeDouble } from "../../support/doubles/stripe/stripe.ts";

const folder = pythonPackage("stripe", "16.1.0", "python-stripe") ?? "";
const skip = folder === "" && "Stripe's Python client is missing, and pip could not bring it";

const PRELUDE = `
import json, sys, stripe
given = json.load(sys.stdin)
def client(key=given["key"], **more):
    return stripe.StripeClient(key, base_addresses={"api": given["url"]}, **more)
api = client().v1
def refused(work):
    try:
        work()
    except stripe.StripeError as error:
        return [type(error).__name__, error.http_status, error.code, getattr(error, "param", None)]
`;

describe("Stripe's Python client", { skip }, () => {
  let double: StripeDouble;

  before(async () => {
    double = await startStripe();
  });
  after(() => double.close());

  const run = <T>(script: string, given: Record<string, unknown> = {}): Promise<T> =>
    runPython<T>(folder, PRELUDE + script, { url: double.url, key: double.secretKey, ...given });

  it("subscribes, and reads what came of it in both versions", async () => {
    const script = `
card = "pm_card_visa"
customer = api.customers.create({"payment_method": card, "invoice_settings": {"default_payment_method": card}})
price = api.prices.create({"currency": "gbp", "unit_amount": 2900, "recurring": {"interval": "month"},
    "product_data": {"name": "Standard"}})
made = api.subscriptions.create({"customer": customer.id, "items": [{"price": price.id}],
    "expand": ["latest_invoice.payments"]})
invoice = made.latest_invoice
old = client(stripe_version=given["earlier"]).v1.subscriptions.retrieve(made.id, {"expand": ["latest_invoice"]})
item = made["items"].data[0]
print(json.dumps({"version": stripe.api_version, "status": made.status, "total": invoice.total,
    "of": invoice.parent.subscription_details.subscription == made.id,
    "paid": invoice.payments.data[0].status,
    "same": old["current_period_end"] == item.current_period_end and old["latest_invoice"]["subscription"] == made.id}))
`;
    assert.deepEqual(await run(script, { earlier: EARLIER }), {
      version: PRESENT,
      status: "active",
      total: 2900,
      of: true,
      paid: "paid",
      same: true,
    });
  });

  it("reads lists page by page, and tells refusals apart", async () => {
    const script = `
for number in range(12):
    api.customers.create({"name": "page %d" % number, "email": "many@shop.example"})
names = [one.name for one in api.customers.list({"email": "many@shop.example", "limit": 5}).auto_paging_iter()]
print(json.dumps({
    "names": [len(names), names[0], names[-1]],
    "key": refused(lambda: client("sk_test_wrong").v1.balance.retrieve()),
    "unknown": refused(lambda: api.customers.create({"nmae": "x"})),
    "missing": refused(lambda: api.customers.retrieve("cus_none")),
    "card": refused(lambda: api.payment_intents.create({"amount": 100, "currency": "gbp", "confirm": True,
        "payment_method": "pm_card_chargeDeclined"})),
    "twice": [api.products.create({"name": "Once"}, {"idempotency_key": "py"}).id ==
        api.products.create({"name": "Once"}, {"idempotency_key": "py"}).id,
        refused(lambda: api.products.create({"name": "Twice"}, {"idempotency_key": "py"}))]}))
`;
    assert.deepEqual(await run(script), {
      names: [12, "page 11", "page 0"],
      key: ["AuthenticationError", 401, null, null],
      unknown: ["InvalidRequestError", 400, "parameter_unknown", "nmae"],
      missing: ["InvalidRequestError", 404, "resource_missing", "id"],
      card: ["CardError", 402, "card_declined", null],
      twice: [true, ["IdempotencyError", 400, null, null]],
    });
  });

  it("takes signed events, and refuses forged ones", async () => {
    const receiver = await startReceiver();
    double.listen(receiver.url, { secret: "whsec_python", events: ["customer.created"] });
    await run(`api.customers.create({"name": "Told"})\nprint("{}")`);
    await double.deliveries.idle();
    const script = `
body, signature = given["body"], given["signature"]
event = stripe.Webhook.construct_event(body, signature, "whsec_python")
def forged():
    try:
        stripe.Webhook.construct_event(body + " ", signature, "whsec_python")
    except stripe.SignatureVerificationError as error:
        return type(error).__name__
print(json.dumps([event.type, event.data.object["name"], forged()]))
`;
    assert.deepEqual(await run(script, receiver.received[0]), [
      "customer.created",
      "Told",
      "SignatureVerificationError",
    ]);
    await receiver.close();
  });
});
