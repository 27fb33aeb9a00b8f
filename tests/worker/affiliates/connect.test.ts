// Payout accounts of partners at Stripe.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { AffiliateDashboard, CommissionFacts } from "#api/generated/affiliate.ts";
import { addPartner } from "../../support/people/partner/affiliates.ts";
import { answered, fill, payoutCalls, startPayoutWorld } from "../../support/people/partner/payouts.ts";
import type { PaymentWorld } from "../../support/people/owner/payments.ts";
import { addUser, call, signIn } from "../../support/people/owner/users.ts";
import { startWorker } from "../../support/runtime/worker.ts";

let world: PaymentWorld;
before(async () => {
  world = await startPayoutWorld();
});
after(() => world.close());
const { partner, begin, check, dashboard, connected } = payoutCalls(() => world);
const api = () => world.api;

describe("a payout account", () => {
  test("AFF19 AFF20 COM11 is created at Stripe once, and counts once Stripe says that it can receive", async () => {
    const found = await partner();
    assert.deepEqual(
      await dashboard(found).then(({ canConnect, payoutAccount }) => ({ canConnect, payoutAccount })),
      {
        canConnect: true,
        payoutAccount: null,
      },
    );
    const pages = await Promise.all([begin(found), begin(found)]);
    assert.deepEqual(
      pages.map(({ http }) => http),
      [200, 200],
    );
    const accounts = (await api().accounts.list({ limit: 100 })).data.filter(
      ({ email }) => email === found.email,
    );
    assert.equal(accounts.length, 1, "of two calls at once one makes it");
    const [{ id, type, country, capabilities, metadata } = {} as never] = accounts;
    assert.deepEqual(
      { type, country, capabilities },
      { type: "express", country: "GB", capabilities: { transfers: "inactive" } },
    );
    assert.equal(metadata?.sayso_affiliate_id, found.id);
    const back = await fill(pages[0]?.url ?? "", "later");
    assert.equal(back.href, `${world.sayso.origin}/affiliates/dashboard?payouts=back`);
    assert.deepEqual((await dashboard(found)).payoutAccount, { id, canReceive: false });
    assert.equal((await check(found)).canReceive, false, "Stripe still wants something");
    const used = await fetch(pages[0]?.url ?? "", { redirect: "manual" });
    assert.match(used.headers.get("location") ?? "", /\/affiliates\/dashboard\?payouts=again$/);
    await fill((await begin(found)).url, "finish");
    assert.equal((await dashboard(found)).payoutAccount?.canReceive, false, "the address alone says nothing");
    const { http, ...account } = await check(found);
    assert.deepEqual({ http, account }, { http: 200, account: { id, canReceive: true } });
    assert.deepEqual((await dashboard(found)).payoutAccount, { id, canReceive: true });
  });

  test("AFF19 AFF25 comes with the postal address that statements show, beside the company's from the settings", async () => {
    const found = await partner();
    const save = (address: string) =>
      call(world.sayso, "PUT", "/api/affiliate/address", { cookie: found.cookie, body: { address } });
    assert.equal((await save(" 1 High Street \n\nLeeds")).status, 200);
    const refused = await save("\n".repeat(3));
    assert.equal(refused.status, 400);
    assert.match(((await refused.json()) as { error: string }).error, /one to six lines/);
    await world.sayso.change(
      "INSERT INTO admin_settings (setting_key, setting_value) VALUES ('issuer_vat_number', 'GB123456789')",
    );
    const { address, months } = await dashboard(found);
    const answer = await call(world.sayso, "GET", `/api/affiliate/statements/${months[0]?.month}`, found);
    const statement = (await answer.json()) as CommissionFacts;
    assert.deepEqual([address, statement.address], ["1 High Street\nLeeds", "1 High Street\nLeeds"]);
    assert.deepEqual(statement.issuer, {
      name: "Shopfront Software Ltd",
      address: "",
      vatNumber: "GB123456789",
      selfBilling: "",
    });
  });

  test("reports Stripe's refusal as a failure and stores nothing (ERR04)", async () => {
    const found = await partner();
    const error = {
      type: "invalid_request_error",
      message:
        "Your platform needs approval for accounts to have requested the `transfers` capability without the `card_payments` capability.",
    };
    const answer = {
      status: 400,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ error }),
    };
    world.stripe.fault({ method: "POST", path: "/v1/accounts" }, { answer });
    const { http, code } = await begin(found);
    assert.deepEqual({ http, code }, { http: 502, code: "payments_away" });
    assert.equal((await dashboard(found)).payoutAccount, null);
    assert.equal((await begin(found)).http, 200);
  });

  test("AFF20 cannot be connected without a key, and nothing is paid by transfer", async () => {
    const bare = await startWorker({ secrets: { STRIPE_CONNECT_KEY: "" } });
    try {
      const user = await addUser(bare, { roles: ["affiliate"] });
      await addPartner(bare, user.id);
      const cookie = await signIn(bare, user, "affiliate");
      const seen = (await (
        await call(bare, "GET", "/api/affiliate/dashboard", { cookie })
      ).json()) as AffiliateDashboard;
      assert.equal(seen.canConnect, false);
      const answer = await answered(await call(bare, "POST", "/api/affiliate/payout-account", { cookie }));
      assert.deepEqual({ http: answer.http, code: answer.code }, { http: 409, code: "no_connect" });
    } finally {
      await bare.close();
    }
  });
});

test("COM11 ERR04 a key that Stripe refuses says nothing of a partner's account", async () => {
  const found = await connected();
  const error = { type: "invalid_request_error", message: "Invalid API Key provided" };
  const answer = {
    status: 401,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ error }),
  };
  world.stripe.fault({ method: "GET", path: `/v1/accounts/${found.account}` }, { answer });
  assert.equal((await check(found)).http, 502);
  assert.equal((await dashboard(found)).payoutAccount?.canReceive, true);
});
