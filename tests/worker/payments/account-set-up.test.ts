// The set-up check: which required Stripe objects exist, and the creation of the rest.
import assert from "node:assert/strict";
import { after, afterEach, before, describe, test } from "node:test";
import type { StripeSetup, StripeSetupDone } from "#api/generated/operations.ts";
import { adminCalls } from "../../support/people/admin/admin-calls.ts";
import {
  rowOf,
  SET_UP_PATH,
  startSetUpWorld,
  states,
  COMPLETE,
  type SetUpWorld,
} from "../../support/people/admin/stripe-set-up.ts";
import { nodeClient, pay } from "../../support/doubles/stripe/node-client.ts";
import { addUser, call, signIn } from "../../support/people/owner/users.ts";
import { startWorker, until } from "../../support/runtime/worker.ts";

let world: SetUpWorld;
before(async () => {
  world = await startSetUpWorld();
});
after(() => world.close());
afterEach(() => world.reset());

describe("the set-up of the Stripe account", () => {
  test("BIL02 an empty account is seen as empty, and looking at it changes nothing", async () => {
    const setup = await world.look();
    assert.equal(setup.is_live, false);
    const { key, ...rest } = states(setup);
    assert.equal(key, "present");
    assert.deepEqual(new Set(Object.values(rest)), new Set(["missing"]));
    assert.ok(world.stripe.requests.every(({ method }) => method === "GET"));
    assert.deepEqual(await world.settings(), []);
  });

  test("creates, finds and records missing objects, and they sell at once (BIL02 BIL08)", async () => {
    const { setup, created, faults, webhook_secret: secret } = await world.create();
    assert.deepEqual(faults, []);
    assert.equal(created.length, 10);
    assert.deepEqual(world.counts(), COMPLETE);
    const { "webhook-secret": secretState, ...rest } = states(setup);
    assert.equal(secretState, "missing", "the deployment has to be told of it");
    assert.deepEqual(new Set(Object.values(rest)), new Set(["present"]));
    assert.deepEqual(states(await world.look()), states(setup));

    const api = nodeClient(world.stripe);
    const [coupon] = (await api.coupons.list()).data;
    assert.deepEqual(
      [coupon?.amount_off, coupon?.currency, coupon?.duration, coupon?.metadata],
      [1000, "gbp", "forever", { sayso: "referral-coupon" }],
    );
    const [endpoint] = world.stripe.store.all("webhook_endpoint");
    assert.deepEqual(
      [endpoint?.url, endpoint?.secrets],
      [`${world.sayso.origin}/webhooks/stripe`, [secret]],
      "the secret is answered, once",
    );
    const stored = await world.sayso.rows("SELECT * FROM audit_log");
    assert.ok(
      secret && !JSON.stringify([stored, await world.settings(), world.sayso.log()]).includes(secret),
    );
    assert.equal((await world.create()).webhook_secret, null);

    const pages = Object.fromEntries(
      (await world.settings()).map((row) => [row.setting_key, row.setting_value]),
    );
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
      world.stripe.store.all("charge").map(({ amount }) => amount),
      [1_500, 19_900 + 2_900],
    );

    const actions = stored.map(({ action }) => String(action));
    assert.equal(actions.filter((action) => action === "stripe.create").length, 14);
    assert.equal(actions.filter((action) => action === "setting.change").length, 3);
  });

  test("reports differences, changes only our own objects, and leaves manual steps to the admin (BIL02)", async () => {
    await world.create();
    const api = nodeClient(world.stripe);
    const [endpoint] = (await api.webhookEndpoints.list()).data;
    await api.webhookEndpoints.update(endpoint?.id ?? "", { enabled_events: ["*"], disabled: true });
    const link = world.stripe.store
      .all("payment_link")
      .find(({ metadata }) => metadata["sayso"] === "no-setup-link");
    await api.paymentLinks.update(link?.id ?? "", {
      after_completion: { type: "hosted_confirmation" },
      allow_promotion_codes: false,
    });
    const price = world.stripe.store
      .all("price")
      .find(({ metadata }) => metadata["sayso"] === "top-up-price");
    Object.assign(price ?? {}, { unit_amount: 1_600 });
    await world.sayso.change(
      "UPDATE admin_settings SET setting_value = 'https://pay.example/own' WHERE setting_key = 'payment_link_standard'",
    );

    const setup = await world.look();
    assert.deepEqual(rowOf(setup, "webhook")?.problems, [
      "It is disabled.",
      "It listens for different events from those the product needs.",
    ]);
    assert.deepEqual(rowOf(setup, "no-setup-link")?.problems, [
      "After paying, buyers are not led back to this product.",
      "It accepts no promo codes.",
    ]);
    assert.deepEqual(rowOf(setup, "top-up-price")?.problems, ["It is £16, once."]);
    assert.deepEqual(rowOf(setup, "standard-link")?.ways_out, [
      "Empty payment_link_standard in the settings, then create what is missing.",
    ]);

    const { setup: now, created, changed, webhook_secret: secret } = await world.create();
    assert.deepEqual([created, changed, secret], [[], ["no-setup-link", "webhook"], null]);
    assert.equal(rowOf(now, "webhook")?.state, "present");
    assert.equal(rowOf(now, "no-setup-link")?.state, "present");
    assert.equal(rowOf(now, "top-up-price")?.state, "differs");
    assert.equal(rowOf(now, "standard-link")?.state, "differs");
    assert.deepEqual(world.counts(), COMPLETE);
    assert.equal(
      (await world.settings()).find((row) => row.setting_key === "payment_link_standard")?.setting_value,
      "https://pay.example/own",
    );
  });

  test("BIL02 while Stripe does not answer nothing is known, and nothing is made of what could not be read", async () => {
    world.stripe.fault({ path: "/v1/products" }, { refuse: "api_error" }, 100);
    const setup = await world.look();
    assert.deepEqual(rowOf(setup, "standard-price")?.state, "unknown");
    assert.deepEqual(rowOf(setup, "standard-price")?.problems, ["Stripe answered 500."]);
    const { setup: now } = await world.create();
    assert.deepEqual([world.counts()["product"], world.counts()["payment_link"]], [0, 0]);
    assert.equal(rowOf(now, "no-setup-price")?.state, "unknown");
    assert.equal(world.counts()["coupon"], 1, "the rest goes on");
  });

  test("BIL02 more objects than one page holds are read to the end", async () => {
    await world.create();
    const api = nodeClient(world.stripe);
    const product = await api.products.create({ name: "Something else" });
    for (let i = 0; i < 120; i += 1)
      await api.prices.create({ currency: "gbp", unit_amount: 100 + i, product: product.id });
    const { created, faults } = await world.create();
    assert.deepEqual([created, faults], [[], []]);
  });
});

describe("creating the set-up again", () => {
  test("BIL02 creating it once more changes nothing", async () => {
    await world.create();
    const made = structuredClone(world.stripe.store.state.tables);
    const again = await world.create();
    assert.deepEqual([again.created, again.changed, again.faults], [[], [], []]);
    assert.deepEqual(world.stripe.store.state.tables, made);
  });

  test("BIL02 two admins who create it at once, and whoever presses twice, make one of everything", async () => {
    const others = await Promise.all(
      [1, 2].map(async () => signIn(world.sayso, await addUser(world.sayso, { roles: ["admin"] }), "admin")),
    );
    // All of them find nothing before the first one creates anything.
    const isFirst = ({ method, path }: { method: string; path: string }) =>
      method === "POST" && path === "/v1/products";
    const earlier = world.stripe.requests.length;
    const allCame = until(
      "all have looked",
      async () => world.stripe.requests.slice(earlier).filter(isFirst).length === 6,
    );
    world.stripe.fault({ method: "POST", path: "/v1/products" }, { hold: allCame }, 6);
    const answers = await Promise.all(
      [...others, ...others, ...others].map((cookie) => call(world.sayso, "POST", SET_UP_PATH, { cookie })),
    );
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200, 200, 200],
    );
    assert.deepEqual(world.counts(), COMPLETE);
    const { "webhook-secret": _, ...rest } = states(await world.look());
    assert.deepEqual(new Set(Object.values(rest)), new Set(["present"]));
    assert.equal(
      (await world.sayso.rows("SELECT 1 FROM audit_log WHERE action = 'setting.change'")).length,
      3,
    );
  });

  test("BIL02 an answer that is lost, one that says that another is at work, and a failure that is repeated cost no second object", async () => {
    world.stripe.fault({ method: "POST", path: "/v1/coupons" }, { cut: "after" });
    const first = await world.create();
    assert.equal(first.faults.length, 1);
    assert.match(first.faults[0] ?? "", /^Coupon for clients of partners.*Please try again in a minute\.$/);
    world.stripe.fault(
      { method: "POST", path: "/v1/payment_links" },
      {
        answer: {
          status: 409,
          body: '{"error":{"message":"There is currently another in-progress request"}}',
        },
      },
    );
    world.stripe.fault(
      { method: "POST", path: "/v1/webhook_endpoints" },
      { answer: { status: 500, headers: { "idempotent-replayed": "true" }, body: "{}" } },
    );
    const second = await world.create();
    assert.deepEqual(second.faults, []);
    assert.deepEqual(world.counts(), COMPLETE);
  });

  test("creates removed objects again, although Stripe remembers the first answer (BIL02)", async () => {
    await world.create();
    const api = nodeClient(world.stripe);
    for (let i = 0; i < 2; i += 1) {
      const [coupon] = (await api.coupons.list()).data;
      await api.coupons.del(coupon?.id ?? "");
      for (const { id } of (await api.paymentLinks.list({ active: true })).data)
        await api.paymentLinks.update(id, { active: false });
      const { created, changed, faults } = await world.create();
      assert.deepEqual(faults, []);
      assert.deepEqual(created, ["referral-coupon", "standard-link", "no-setup-link", "top-up-link"]);
      assert.deepEqual(changed, ["standard-link", "no-setup-link", "top-up-link"], "the settings follow");
    }
    const active = (await api.paymentLinks.list({ active: true })).data.map(({ url }) => url);
    assert.deepEqual((await world.settings()).map((row) => row.setting_value).toSorted(), active.toSorted());
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
      const setup = await calls.get<StripeSetup>(SET_UP_PATH);
      assert.equal(rowOf(setup, "key")?.state, key);
      assert.ok(
        setup.rows.every(
          ({ item, state }) => item === "key" || state === "unknown" || item === "webhook-secret",
        ),
      );
      const { status, body } = await calls.post<StripeSetupDone>(SET_UP_PATH);
      assert.deepEqual([status, body.created, body.faults], [200, [], []]);
    }
    assert.equal((await adminCalls(() => bare).get<StripeSetup>(SET_UP_PATH)).is_live, null);
    assert.deepEqual(world.counts()["product"], 0);
  } finally {
    await bare.close();
    await wrong.close();
  }
});
