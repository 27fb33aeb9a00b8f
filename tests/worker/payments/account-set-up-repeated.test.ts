// Creating the set-up of the Stripe account again: twice, by two admins at once, after a failure, after objects were removed.
import assert from "node:assert/strict";
import { after, afterEach, before, describe, test } from "node:test";
import {
  startSetUpWorld,
  SET_UP_PATH,
  states,
  COMPLETE,
  type SetUpWorld,
} from "../../support/people/admin/stripe-set-up.ts";
import { nodeClient } from "../../support/doubles/stripe/node-client.ts";
import { addUser, call, signIn } from "../../support/people/owner/users.ts";
import { until } from "../../support/runtime/worker.ts";

let world: SetUpWorld;
before(async () => {
  world = await startSetUpWorld();
});
after(() => world.close());
afterEach(() => world.reset());

describe("the set-up of the Stripe account", () => {
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
