// The Stripe double, verified with Stripe's CLI, whose fixtures create the objects of each event type.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { hasCli, runCli } from "../../support/doubles/stripe/cli.ts";
import { startStripe, type StripeDouble } from "../../support/doubles/stripe/stripe.ts";

const skip = !hasCli() && "Stripe's command line is missing (npm @stripe/cli brings it for most systems)";

describe("Stripe's command line", { skip }, () => {
  let double: StripeDouble;

  before(async () => {
    double = await startStripe();
  });
  after(() => double.close());

  const types = () => double.store.all("event").map(({ type }) => type);

  for (const type of [
    "checkout.session.completed",
    "customer.subscription.created",
    "customer.subscription.updated",
    "customer.subscription.deleted",
    "invoice.paid",
    "invoice.payment_succeeded",
    "invoice.payment_failed",
    "charge.refunded",
    "charge.dispute.created",
    "charge.dispute.closed",
    "checkout.session.expired",
    "customer.updated",
    "customer.deleted",
    "payment_intent.payment_failed",
    "payment_method.attached",
    "charge.refund.updated",
  ] as const)
    it(`triggers ${type}`, async () => {
      const earlierCount = types().length;
      const { status, out } = await runCli(double, "trigger", type);
      assert.equal(status, 0, out);
      assert.match(out, /Trigger succeeded!/);
      assert.ok(
        types()
          .slice(0, types().length - earlierCount)
          .includes(type),
        `one was made: ${types().join(" ")}`,
      );
    });

  it("posts, gets, lists and deletes, and shows refusals as they are", async () => {
    const made = await runCli(
      double,
      "post",
      "/v1/customers",
      "-d",
      "email=cli@shop.example",
      "-d",
      "metadata[a]=1",
    );
    const customer = JSON.parse(made.out) as { id: string; metadata: unknown };
    assert.deepEqual(customer.metadata, { a: "1" });
    const got = JSON.parse((await runCli(double, "get", customer.id)).out) as { email: string };
    assert.equal(got.email, "cli@shop.example");
    const listed = await runCli(double, "customers", "list", "--limit", "1", "--email", "cli@shop.example");
    assert.equal((JSON.parse(listed.out) as { data: unknown[] }).data.length, 1);
    await runCli(double, "delete", `/v1/customers/${customer.id}`, "--confirm");
    assert.match((await runCli(double, "get", customer.id)).out, /"deleted": true/);
    assert.match((await runCli(double, "get", "/v1/customers/cus_none")).out, /No such customer: 'cus_none'/);
  });

  it("fills an account from a file of fixtures, later ones with what came of earlier ones", async () => {
    const folder = mkdtempSync(join(tmpdir(), "stripe-fixtures-"));
    const file = join(folder, "plan.json");
    const recurring = { interval: "month" };
    const fixtures = [
      { name: "product", path: "/v1/products", method: "post", params: { name: "Standard" } },
      {
        name: "price",
        path: "/v1/prices",
        method: "post",
        params: { product: "${product:id}", unit_amount: 2900, currency: "gbp", recurring },
      },
      {
        name: "link",
        path: "/v1/payment_links",
        method: "post",
        params: { line_items: [{ price: "${price:id}", quantity: 1 }] },
      },
    ];
    writeFileSync(file, JSON.stringify({ _meta: { template_version: 0 }, fixtures }));
    const { status, out } = await runCli(double, "fixtures", file);
    rmSync(folder, { recursive: true });
    assert.equal(status, 0, out);
    const [link] = double.store.all("payment_link");
    assert.equal(double.store.get("price", link?.line_items[0]?.price).unit_amount, 2900);
  });
});
