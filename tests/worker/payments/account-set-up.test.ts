// The set-up check: what of the Stripe account is as the product needs it, and what creating the rest does.
import assert from "node:assert/strict";
import { after, afterEach, before, describe, test } from "node:test";
import type { SetupRow } from "../../../web/src/api/generated/SetupRow.ts";
import type { StripeSetup } from "../../../web/src/api/generated/StripeSetup.ts";
import type { StripeSetupDone } from "../../../web/src/api/generated/StripeSetupDone.ts";
import { adminCalls } from "../../support/admin-calls.ts";
import { nodeClient, pay } from "../../support/stripe/node-client.ts";
import { startStripe, type StripeDouble } from "../../support/stripe.ts";
import { addUser, call, signIn } from "../../support/users.ts";
import { startWorker, until, type Sayso } from "../../support/worker.ts";

const PATH = "/api/admin/stripe-setup";

let stripe: StripeDouble;
let sayso: Sayso;
before(async () => {
  stripe = await startStripe();
  stripe.stand();
  // Events of what is forgotten between the tests.
  stripe.deliveries.hold();
  sayso = await startWorker({ secrets: { STRIPE_SECRET_KEY: stripe.secretKey } });
});
after(async () => {
  await sayso.close();
  await stripe.close();
});

const { get, post } = adminCalls(() => sayso);
const look = () => get<StripeSetup>(PATH);
const create = async () => {
  const { status, body } = await post<StripeSetupDone>(PATH);
  assert.equal(status, 200);
  return body;
};
/** But for the limits that all tests have raised. */
const settings = () =>
  sayso.rows("SELECT * FROM admin_settings WHERE setting_value <> '100000' ORDER BY setting_key");

/** An account and a deployment without anything. */
async function forget() {
  stripe.mend();
  stripe.store.state.tables = {};
  stripe.store.state.answers = {};
  await sayso.change("DELETE FROM admin_settings");
  await sayso.change("DELETE FROM audit_log");
}
afterEach(forget);

const states = ({ rows }: StripeSetup) => Object.fromEntries(rows.map(({ item, state }) => [item, state]));
const rowOf = ({ rows }: StripeSetup, item: SetupRow["item"]) => rows.find((row) => row.item === item);
/** How many there are of each kind. */
const counts = () =>
  Object.fromEntries(
    (
      [
        "product",
        "price",
        "coupon",
        "payment_link",
        "webhook_endpoint",
        "billing_portal.configuration",
      ] as const
    ).map((kind) => [kind, stripe.store.all(kind).length]),
  );
const WHOLE = {
  product: 4,
  price: 4,
  coupon: 1,
  payment_link: 3,
  webhook_endpoint: 1,
  "billing_portal.configuration": 1,
};

describe("the set-up of the Stripe account", () => {
  test("BIL02 an empty account is seen as empty, and looking at it changes nothing", async () => {
    const setup = await look();
    assert.equal(setup.is_live, false);
    const { key, ...rest } = states(setup);
    assert.equal(key, "present");
    assert.deepEqual(new Set(Object.values(rest)), new Set(["missing"]));
    assert.ok(stripe.requests.every(({ method }) => method === "GET"));
    assert.deepEqual(await settings(), []);
  });

  test("BIL02 BIL08 what is missing is created, found again, noted, and sells at once", async () => {
    const { setup, created, faults, webhook_secret: secret } = await create();
    assert.deepEqual(faults, []);
    assert.equal(created.length, 10);
    assert.deepEqual(counts(), WHOLE);
    const { "webhook-secret": kept, ...rest } = states(setup);
    assert.equal(kept, "missing", "the deployment has to be told of it");
    assert.deepEqual(new Set(Object.values(rest)), new Set(["present"]));
    assert.deepEqual(states(await look()), states(setup));

    const api = nodeClient(stripe);
    const [coupon] = (await api.coupons.list()).data;
    assert.deepEqual(
      [coupon?.amount_off, coupon?.currency, coupon?.duration, coupon?.metadata],
      [1000, "gbp", "forever", { sayso: "referral-coupon" }],
    );
    const [endpoint] = stripe.store.all("webhook_endpoint");
    assert.deepEqual(
      [endpoint?.url, endpoint?.secrets],
      [`${sayso.origin}/webhooks/stripe`, [secret]],
      "the secret is answered, once",
    );
    const stored = await sayso.rows("SELECT * FROM audit_log");
    assert.ok(secret && !JSON.stringify([stored, await settings(), sayso.log()]).includes(secret));
    assert.equal((await create()).webhook_secret, null);

    const pages = Object.fromEntries((await settings()).map((row) => [row.setting_key, row.setting_value]));
    assert.deepEqual(Object.keys(pages), [
      "payment_link_no_setup",
      "payment_link_standard",
      "payment_link_top_up",
    ]);
    const links = (await api.paymentLinks.list()).data;
    assert.ok(links.every(({ payment_method_types: by }) => by?.join() === "card"));
    const paid = await pay(pages["payment_link_standard"] ?? "");
    assert.match(paid.headers.get("location") ?? "", /^https:\/\/sayso\.test\/onboarding\?checkout=cs_test_/);
    assert.match(
      (await pay(pages["payment_link_top_up"] ?? "")).headers.get("location") ?? "",
      /\/clients\/billing$/,
    );
    assert.deepEqual(
      stripe.store.all("charge").map(({ amount }) => amount),
      [1_500, 19_900 + 2_900],
    );

    const actions = stored.map(({ action }) => String(action));
    assert.equal(actions.filter((action) => action === "stripe.create").length, 14);
    assert.equal(actions.filter((action) => action === "setting.change").length, 3);
  });

  test("BIL02 creating it once more changes nothing", async () => {
    await create();
    const made = structuredClone(stripe.store.state.tables);
    const again = await create();
    assert.deepEqual([again.created, again.changed, again.faults], [[], [], []]);
    assert.deepEqual(stripe.store.state.tables, made);
  });

  test("BIL02 two admins who create it at once, and whoever presses twice, make one of everything", async () => {
    const others = await Promise.all(
      [1, 2].map(async () => signIn(sayso, await addUser(sayso, { roles: ["admin"] }), "admin")),
    );
    // All have found nothing there before the first of them makes anything.
    const isFirst = ({ method, path }: { method: string; path: string }) =>
      method === "POST" && path === "/v1/products";
    const earlier = stripe.requests.length;
    const allCame = until(
      "all have looked",
      async () => stripe.requests.slice(earlier).filter(isFirst).length === 6,
    );
    stripe.fault({ method: "POST", path: "/v1/products" }, { hold: allCame }, 6);
    const answers = await Promise.all(
      [...others, ...others, ...others].map((cookie) => call(sayso, "POST", PATH, { cookie })),
    );
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200, 200, 200],
    );
    assert.deepEqual(counts(), WHOLE);
    const { "webhook-secret": _, ...rest } = states(await look());
    assert.deepEqual(new Set(Object.values(rest)), new Set(["present"]));
    assert.equal((await sayso.rows("SELECT 1 FROM audit_log WHERE action = 'setting.change'")).length, 3);
  });

  test("BIL02 an answer that is lost, one that says that another is at work, and a failure that is repeated cost no second object", async () => {
    stripe.fault({ method: "POST", path: "/v1/coupons" }, { cut: "after" });
    const first = await create();
    assert.equal(first.faults.length, 1);
    assert.match(first.faults[0] ?? "", /^Coupon for clients of partners.*Please try again in a minute\.$/);
    stripe.fault(
      { method: "POST", path: "/v1/payment_links" },
      {
        answer: {
          status: 409,
          body: '{"error":{"message":"There is currently another in-progress request"}}',
        },
      },
    );
    stripe.fault(
      { method: "POST", path: "/v1/webhook_endpoints" },
      { answer: { status: 500, headers: { "idempotent-replayed": "true" }, body: "{}" } },
    );
    const second = await create();
    assert.deepEqual(second.faults, []);
    assert.deepEqual(counts(), WHOLE);
  });

  test("BIL02 what was removed is created anew, although Stripe remembers the first answer", async () => {
    await create();
    const api = nodeClient(stripe);
    for (let i = 0; i < 2; i += 1) {
      const [coupon] = (await api.coupons.list()).data;
      await api.coupons.del(coupon?.id ?? "");
      for (const { id } of (await api.paymentLinks.list({ active: true })).data)
        await api.paymentLinks.update(id, { active: false });
      const { created, changed, faults } = await create();
      assert.deepEqual(faults, []);
      assert.deepEqual(created, ["referral-coupon", "standard-link", "no-setup-link", "top-up-link"]);
      assert.deepEqual(changed, ["standard-link", "no-setup-link", "top-up-link"], "the settings follow");
    }
    const active = (await api.paymentLinks.list({ active: true })).data.map(({ url }) => url);
    assert.deepEqual((await settings()).map((row) => row.setting_value).toSorted(), active.toSorted());
  });

  test("BIL02 what differs is said; only what is our own is changed, and what a person has to do is left", async () => {
    await create();
    const api = nodeClient(stripe);
    const [endpoint] = (await api.webhookEndpoints.list()).data;
    await api.webhookEndpoints.update(endpoint?.id ?? "", { enabled_events: ["*"], disabled: true });
    const link = stripe.store
      .all("payment_link")
      .find(({ metadata }) => metadata["sayso"] === "no-setup-link");
    await api.paymentLinks.update(link?.id ?? "", {
      after_completion: { type: "hosted_confirmation" },
      allow_promotion_codes: false,
    });
    const price = stripe.store.all("price").find(({ metadata }) => metadata["sayso"] === "top-up-price");
    Object.assign(price ?? {}, { unit_amount: 1_600 });
    await sayso.change(
      "UPDATE admin_settings SET setting_value = 'https://pay.example/own' WHERE setting_key = 'payment_link_standard'",
    );

    const setup = await look();
    assert.deepEqual(rowOf(setup, "webhook")?.problems, [
      "It is disabled.",
      "It is told of other events than the product needs.",
    ]);
    assert.deepEqual(rowOf(setup, "no-setup-link")?.problems, [
      "After paying, buyers are not led back to this product.",
      "It takes no promotion codes.",
    ]);
    assert.deepEqual(rowOf(setup, "top-up-price")?.problems, ["It is £16, once."]);
    assert.deepEqual(rowOf(setup, "standard-link")?.ways_out, [
      "Empty payment_link_standard in the settings, then create what is missing.",
    ]);

    const { setup: now, created, changed, webhook_secret: secret } = await create();
    assert.deepEqual([created, changed, secret], [[], ["no-setup-link", "webhook"], null]);
    assert.equal(rowOf(now, "webhook")?.state, "present");
    assert.equal(rowOf(now, "no-setup-link")?.state, "present");
    assert.equal(rowOf(now, "top-up-price")?.state, "differs");
    assert.equal(rowOf(now, "standard-link")?.state, "differs");
    assert.deepEqual(counts(), WHOLE);
    assert.equal(
      (await settings()).find((row) => row.setting_key === "payment_link_standard")?.setting_value,
      "https://pay.example/own",
    );
  });

  test("BIL02 while Stripe does not answer nothing is known, and nothing is made of what could not be read", async () => {
    stripe.fault({ path: "/v1/products" }, { refuse: "api_error" }, 100);
    const setup = await look();
    assert.deepEqual(rowOf(setup, "standard-price")?.state, "unknown");
    assert.deepEqual(rowOf(setup, "standard-price")?.problems, ["Stripe answered 500."]);
    const { setup: now } = await create();
    assert.deepEqual([counts()["product"], counts()["payment_link"]], [0, 0]);
    assert.equal(rowOf(now, "no-setup-price")?.state, "unknown");
    assert.equal(counts()["coupon"], 1, "the rest goes on");
  });

  test("BIL02 more objects than one page holds are read to the end", async () => {
    await create();
    const api = nodeClient(stripe);
    const product = await api.products.create({ name: "Something else" });
    for (let i = 0; i < 120; i += 1)
      await api.prices.create({ currency: "gbp", unit_amount: 100 + i, product: product.id });
    const { created, faults } = await create();
    assert.deepEqual([created, faults], [[], []]);
  });
});

test("BIL02 without a key, and with one that is refused, the page says so and nothing is made", async () => {
  const bare = await startWorker({ secrets: { STRIPE_SECRET_KEY: "" } });
  const wrong = await startWorker({ secrets: { STRIPE_SECRET_KEY: "sk_test_replaced" } });
  try {
    for (const [one, key] of [
      [bare, "missing"],
      [wrong, "differs"],
    ] as const) {
      const calls = adminCalls(() => one);
      const setup = await calls.get<StripeSetup>(PATH);
      assert.equal(rowOf(setup, "key")?.state, key);
      assert.ok(
        setup.rows.every(
          ({ item, state }) => item === "key" || state === "unknown" || item === "webhook-secret",
        ),
      );
      const { status, body } = await calls.post<StripeSetupDone>(PATH);
      assert.deepEqual([status, body.created, body.faults], [200, [], []]);
    }
    assert.equal((await adminCalls(() => bare).get<StripeSetup>(PATH)).is_live, null);
    assert.deepEqual(counts()["product"], 0);
  } finally {
    await bare.close();
    await wrong.close();
  }
});
